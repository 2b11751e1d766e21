import {
  getAdminMailReport,
  getAdminMailReportSummary,
  getAdminMailReports,
} from '../../../contract/admin/mail-reports.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import { NEXT_PAGE } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { listReports, reportDetails, summarizeReports } from './mail-reports-rules.ts';

/** Routes of the Mail reports tab. */
export function adminMailReportsRoutes(app: Server, { db, sessions, clock }: App): void {
  const serve = callServer(app, sessions, 'Administration');
  serve(
    getAdminMailReports,
    {
      summary: 'List the reports about our mail',
      description: `DMARC, TLS and feedback reports from other servers, kept for 90 days. Newest first. ${NEXT_PAGE}`,
    },
    async ({ query }) => listReports(db, query),
  );

  serve(getAdminMailReportSummary, { summary: 'Get the sums of the reports of the last 30 days' }, async () =>
    summarizeReports(db, clock()),
  );

  serve(
    getAdminMailReport,
    {
      summary: 'Get a report about our mail',
      description:
        'DMARC results by sending address, TLS failures by policy and mail server, or the subject of a complaint.',
    },
    async ({ params }) => reportDetails(db, params.id),
  );
}
