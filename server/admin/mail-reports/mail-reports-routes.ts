import {
  adminMailReportDetails,
  adminMailReports,
  mailReportQuery,
  mailReportSummary,
} from '../../../contract/admin/mail-reports.ts';
import { sendingCalls } from '../../../contract/sending/paths.ts';
import type { App } from '../../platform/http/app-context.ts';
import { idParams, linkNextPage, NEXT_PAGE } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { listReports, reportDetails, summarizeReports } from './mail-reports-rules.ts';

/** Routes of the Mail reports tab. */
export function adminMailReportsRoutes(app: Server, { db, site, sessions, clock }: App): void {
  const onRequest = [sessions.required, sessions.admin];

  app.get(
    '/api/admin/mail-reports',
    {
      onRequest,
      schema: {
        tags: ['Administration'],
        summary: 'List the reports about our mail',
        description: `DMARC, TLS and feedback reports that other servers sent. They are kept for 90 days. Newest first. ${NEXT_PAGE}`,
        errors: ['forbidden'],
        querystring: mailReportQuery,
        response: { 200: adminMailReports },
      },
    },
    async ({ query }, reply) => {
      const { items, next } = await listReports(db, query);
      linkNextPage(reply, site, sendingCalls.adminMailReports(), query.limit, next, { kind: query.kind });
      return items;
    },
  );

  app.get(
    '/api/admin/mail-reports/summary',
    {
      onRequest,
      schema: {
        tags: ['Administration'],
        summary: 'Get the sums of the reports of the last 30 days',
        errors: ['forbidden'],
        response: { 200: mailReportSummary },
      },
    },
    async () => summarizeReports(db, clock()),
  );

  app.get(
    '/api/admin/mail-reports/:id',
    {
      onRequest,
      schema: {
        tags: ['Administration'],
        summary: 'Get a report about our mail',
        description:
          'DMARC results by sending address, TLS failures by policy and mail server, or what a complaint is about.',
        errors: ['forbidden', 'not_found'],
        params: idParams,
        response: { 200: adminMailReportDetails },
      },
    },
    async ({ params }) => reportDetails(db, params.id),
  );
}
