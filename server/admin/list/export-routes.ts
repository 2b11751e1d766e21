import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import {
  type AdminHandle,
  type AdminProfile,
  type AdminUser,
  handleExportQuery,
  profileExportQuery,
  userExportQuery,
} from '../../../contract/admin/admin.ts';
import type { App } from '../../platform/http/app-context.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions/sessions.ts';
import { recordExport } from '../audit/audit-rules.ts';
import { listAllHandles } from '../handles/handles-rules.ts';
import { listProfiles } from '../profiles/profiles-rules.ts';
import { listUsers } from '../users/users-rules.ts';
import { exportList } from './export-rules.ts';

/** CSV exports of the lists. Each export is recorded in the audit log. */
export function adminExportRoutes(app: Server, { config, db, clock, sessions }: App): void {
  const onRequest = [sessions.required, sessions.admin];

  const sendFile = (reply: FastifyReply, list: 'users' | 'handles' | 'profiles', rows: AsyncGenerator<string>) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${list}-${clock().toISOString().slice(0, 10)}.csv"`)
      .send(Readable.from(rows));

  app.get(
    '/api/admin/users.csv',
    {
      onRequest,
      schema: {
        tags: ['Administration'],
        summary: 'Export all accounts as CSV',
        produces: ['text/csv'],
        errors: ['forbidden', 'unavailable'],
        querystring: userExportQuery,
      },
    },
    async (request, reply) => {
      await recordExport(db, accountOf(request), 'users', request.query);
      const rows = exportList(
        ['ID', 'Email', 'Status', 'Admin', 'Joined'],
        (user: AdminUser) => [
          user.id,
          user.email,
          user.emailVerified ? 'Verified' : 'Pending',
          user.isAdmin ? 'Admin' : 'User',
          user.createdAt,
        ],
        (query) => listUsers(db, config, query),
        request.query,
      );
      return sendFile(reply, 'users', rows);
    },
  );

  app.get(
    '/api/admin/handles.csv',
    {
      onRequest,
      schema: {
        tags: ['Administration'],
        summary: 'Export all handles as CSV',
        produces: ['text/csv'],
        errors: ['forbidden', 'unavailable'],
        querystring: handleExportQuery,
      },
    },
    async (request, reply) => {
      await recordExport(db, accountOf(request), 'handles', request.query);
      const rows = exportList(
        ['ID', 'Handle', 'User ID', 'Plan', 'Status', 'Created'],
        (handle: AdminHandle) => [
          handle.id,
          handle.handle,
          handle.userId,
          handle.plan,
          handle.status,
          handle.createdAt,
        ],
        (query) => listAllHandles(db, query),
        request.query,
      );
      return sendFile(reply, 'handles', rows);
    },
  );

  app.get(
    '/api/admin/profiles.csv',
    {
      onRequest,
      schema: {
        tags: ['Administration'],
        summary: 'Export all profiles as CSV',
        produces: ['text/csv'],
        errors: ['forbidden', 'unavailable'],
        querystring: profileExportQuery,
      },
    },
    async (request, reply) => {
      await recordExport(db, accountOf(request), 'profiles', request.query);
      const rows = exportList(
        ['ID', 'Username', 'Display Name', 'Handle ID', 'Email Visible', 'Social Links'],
        (profile: AdminProfile) => [
          profile.id,
          profile.username,
          profile.displayName,
          profile.handleId,
          profile.emailVisible ? 'Visible' : 'Hidden',
          profile.socialLinks.length,
        ],
        (query) => listProfiles(db, query),
        request.query,
      );
      return sendFile(reply, 'profiles', rows);
    },
  );
}
