import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import {
  type AdminHandle,
  type AdminProfile,
  type AdminUser,
  handleExportQuery,
  profileExportQuery,
  userExportQuery,
} from '../../../contract/admin.ts';
import type { App } from '../../platform/http/app-context.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions.ts';
import { noteExport } from '../audit/audit-rules.ts';
import { listAllHandles, listProfiles, listUsers } from '../users/users-rules.ts';
import { exportList } from './export-rules.ts';

/** The lists that administrators see, whole, as files. Who takes one away is noted in the log. */
export function adminExportRoutes(app: Server, { config, db, clock, sessions }: App): void {
  const onRequest = [sessions.required, sessions.admin];

  const sendFile = (reply: FastifyReply, list: 'users' | 'handles' | 'profiles', rows: AsyncGenerator<string>) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${list}-${clock().toISOString().slice(0, 10)}.csv"`)
      .send(Readable.from(rows));

  app.get('/api/admin/users.csv', { onRequest, schema: { querystring: userExportQuery } }, async (request, reply) => {
    await noteExport(db, accountOf(request), 'users', request.query);
    const rows = exportList(
      ['ID', 'Email', 'Status', 'Admin', 'Joined'],
      (user: AdminUser) => [
        user.id,
        user.email,
        user.emailVerified ? 'Verified' : 'Pending',
        user.isAdmin ? 'Admin' : 'User',
        user.createdAt,
      ],
      (wanted) => listUsers(db, config, wanted),
      request.query,
    );
    return sendFile(reply, 'users', rows);
  });

  app.get(
    '/api/admin/handles.csv',
    { onRequest, schema: { querystring: handleExportQuery } },
    async (request, reply) => {
      await noteExport(db, accountOf(request), 'handles', request.query);
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
        (wanted) => listAllHandles(db, wanted),
        request.query,
      );
      return sendFile(reply, 'handles', rows);
    },
  );

  app.get(
    '/api/admin/profiles.csv',
    { onRequest, schema: { querystring: profileExportQuery } },
    async (request, reply) => {
      await noteExport(db, accountOf(request), 'profiles', request.query);
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
        (wanted) => listProfiles(db, wanted),
        request.query,
      );
      return sendFile(reply, 'profiles', rows);
    },
  );
}
