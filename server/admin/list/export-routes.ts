import {
  type AdminHandle,
  type AdminProfile,
  type AdminUser,
  getAdminHandlesFile,
  getAdminProfilesFile,
  getAdminUsersFile,
} from '../../../contract/admin/admin.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import { sendCsv } from '../../platform/http/csv.ts';
import type { Server } from '../../platform/http/server.ts';
import { recordExport } from '../audit/audit-rules.ts';
import { listAllHandles } from '../handles/handles-rules.ts';
import { listProfiles } from '../profiles/profiles-rules.ts';
import { listUsers } from '../users/users-rules.ts';
import { exportList } from './export-rules.ts';

/** Routes of the CSV exports of the lists. Each export is recorded in the audit log. */
export function adminExportRoutes(app: Server, { config, db, clock, sessions }: App): void {
  const day = () => clock().toISOString().slice(0, 10);
  const serve = callServer(app, sessions, 'Administration');
  serve(getAdminUsersFile, { summary: 'Export all accounts as CSV' }, async ({ account, query, reply }) => {
    await recordExport(db, account, 'users', query);
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
      query,
    );
    return sendCsv(reply, `users-${day()}`, rows);
  });

  serve(getAdminHandlesFile, { summary: 'Export all handles as CSV' }, async ({ account, query, reply }) => {
    await recordExport(db, account, 'handles', query);
    const rows = exportList(
      ['ID', 'Handle', 'User ID', 'Plan', 'Status', 'Created'],
      (handle: AdminHandle) => [handle.id, handle.handle, handle.userId, handle.plan, handle.status, handle.createdAt],
      (query) => listAllHandles(db, query),
      query,
    );
    return sendCsv(reply, `handles-${day()}`, rows);
  });

  serve(getAdminProfilesFile, { summary: 'Export all profiles as CSV' }, async ({ account, query, reply }) => {
    await recordExport(db, account, 'profiles', query);
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
      query,
    );
    return sendCsv(reply, `profiles-${day()}`, rows);
  });
}
