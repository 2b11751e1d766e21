import { getAdminCheck, getAdminStats, getAdminWaiting, WAITING_MAX } from '../../contract/admin/admin.ts';
import type { App } from '../platform/http/app-context.ts';
import { callServer } from '../platform/http/call-server.ts';
import type { Server } from '../platform/http/server.ts';
import { adminAuditRoutes } from './audit/audit-routes.ts';
import { adminClaimsRoutes } from './claims/claims-routes.ts';
import { dashboardStats, waitingCounts } from './dashboard/dashboard-rules.ts';
import { adminHandlesRoutes } from './handles/handles-routes.ts';
import { adminExportRoutes } from './list/export-routes.ts';
import { adminMailReportsRoutes } from './mail-reports/mail-reports-routes.ts';
import { adminMailTraceRoutes } from './mail-trace/mail-trace-routes.ts';
import { adminPackagesRoutes } from './packages/packages-routes.ts';
import { adminPaymentsRoutes } from './payments/payments-routes.ts';
import type { PaymentContext } from './payments/payments-rules.ts';
import { adminPicturesRoutes } from './pictures/pictures-routes.ts';
import { adminProfilesRoutes } from './profiles/profiles-routes.ts';
import { adminQueueRoutes } from './queue/queue-routes.ts';
import { adminReportsRoutes } from './reports/reports-routes.ts';
import { adminSendingRoutes } from './sending/sending-routes.ts';
import { adminSiteRoutes } from './site/site-routes.ts';
import { adminSupportRoutes } from './support/support-routes.ts';
import { adminUsersRoutes } from './users/users-routes.ts';

/** Routes of the admin screen: one file for each tab. Every change is recorded in the audit log, in its transaction. */
export function adminRoutes(app: Server, context: App, payments: PaymentContext): void {
  const { db, sessions } = context;

  const serve = callServer(app, sessions, 'Administration');
  serve(
    getAdminCheck,
    { summary: 'Check whether you are an administrator', description: 'Requires a session.' },
    async ({ account, request }) => {
      const passkey = await sessions.owedPasskey(request);
      const { isAdmin, role } = account;
      return { isAdmin, ...(role && { role }), ...(passkey && { passkey }) };
    },
  );

  serve(getAdminStats, { summary: 'Get the counts of the dashboard' }, async () => dashboardStats(db));

  serve(
    getAdminWaiting,
    {
      summary: 'Get the counts of what waits for an administrator',
      description: `Each is counted up to ${WAITING_MAX}.`,
    },
    async () => waitingCounts(db),
  );

  adminUsersRoutes(app, context);
  adminHandlesRoutes(app, context);
  adminProfilesRoutes(app, context);
  adminPicturesRoutes(app, context);
  adminExportRoutes(app, context);
  adminPackagesRoutes(app, context);
  adminPaymentsRoutes(app, context, payments);
  adminQueueRoutes(app, context);
  adminMailReportsRoutes(app, context);
  adminMailTraceRoutes(app, context);
  adminSendingRoutes(app, context);
  adminSiteRoutes(app, context);
  adminClaimsRoutes(app, context);
  adminSupportRoutes(app, context);
  adminReportsRoutes(app, context);
  adminAuditRoutes(app, context);
}
