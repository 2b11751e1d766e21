import { getAdminAudit } from '../../../contract/admin/admin.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import { NEXT_PAGE } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { listActions } from './audit-rules.ts';

/** Route of the Audit tab. */
export function adminAuditRoutes(app: Server, { db, sessions }: App): void {
  const serve = callServer(app, sessions, 'Administration');
  serve(
    getAdminAudit,
    { summary: 'List the audit log', description: `Newest first. ${NEXT_PAGE}` },
    async ({ query }) => listActions(db, query),
  );
}
