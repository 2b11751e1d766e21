import { Readable } from 'node:stream';
import {
  type AdminCase,
  adminCaseDetails,
  adminCaseExportQuery,
  adminCaseQuery,
  adminCases,
  appealDecision,
  caseDecision,
} from '../../../contract/page-reports/cases.ts';
import { reportCalls } from '../../../contract/page-reports/paths.ts';
import type { App } from '../../platform/http/app-context.ts';
import { idParams, linkNextPage, NEXT_PAGE } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions/sessions.ts';
import { recordExport } from '../audit/audit-rules.ts';
import { exportList } from '../list/export-rules.ts';
import { decide, decideAppeal } from './decision-rules.ts';
import { listCases, readCaseDetails } from './reports-rules.ts';

/** Routes of the Page Reports tab. */
export function adminReportsRoutes(app: Server, { db, site, sessions, clock }: App): void {
  const onRequest = [sessions.required, sessions.admin];
  const onChange = [...onRequest, sessions.requireRecentSignIn];

  app.get(
    reportCalls.adminCases(),
    {
      onRequest,
      schema: {
        tags: ['Administration'],
        summary: 'List the reported pages',
        description: `One item for the reports about a page that wait for one decision. Reports and appeals that wait come first, oldest first; then the rest, newest first. ${NEXT_PAGE}`,
        errors: ['forbidden'],
        querystring: adminCaseQuery,
        response: { 200: adminCases },
      },
    },
    async ({ query }, reply) => {
      const { items, next } = await listCases(db, query);
      linkNextPage(reply, site, reportCalls.adminCases(), query.limit, next, { state: query.state });
      return items;
    },
  );

  app.get(
    reportCalls.adminCasesExport(),
    {
      onRequest,
      schema: {
        tags: ['Administration'],
        summary: 'Export the reported pages as CSV',
        produces: ['text/csv'],
        errors: ['forbidden', 'unavailable'],
        querystring: adminCaseExportQuery,
      },
    },
    async (request, reply) => {
      const { state } = request.query;
      await recordExport(db, accountOf(request), 'page reports', { state });
      const rows = exportList(
        ['ID', 'Handle', 'Status', 'State', 'Action', 'Reports', 'Reasons', 'Opened', 'Decided', 'Appealed'],
        (item: AdminCase) => [
          ...[item.id, item.handle, item.status, item.state, item.action, item.reports],
          item.reasons.map(({ reason, count }) => `${reason} ${count}`).join(', '),
          ...[item.openedAt, item.decidedAt, item.appealedAt],
        ],
        ({ limit, after }) => listCases(db, { limit, after, state }),
        {},
      );
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="page-reports-${clock().toISOString().slice(0, 10)}.csv"`)
        .send(Readable.from(rows));
    },
  );

  app.get(
    '/api/admin/page-reports/:id',
    {
      onRequest,
      schema: {
        tags: ['Administration'],
        summary: 'Get the reports about a page',
        errors: ['forbidden', 'not_found'],
        params: idParams,
        response: { 200: adminCaseDetails },
      },
    },
    async ({ params: { id } }) => readCaseDetails(db, id),
  );

  app.post(
    '/api/admin/page-reports/:id/decision',
    {
      onRequest: onChange,
      schema: {
        tags: ['Administration'],
        summary: 'Decide about the reports of a page',
        description:
          'Dismisses them, or suspends the handle, hides a block of the page, or asks the owner to change it. Both sides get their answer by email.',
        errors: ['forbidden', 'not_found', 'case_decided', 'not_suspendable'],
        params: idParams,
        body: caseDecision,
        response: { 200: adminCaseDetails },
      },
    },
    async (request) => {
      const { id } = request.params;
      await decide({ db, clock }, { actor: accountOf(request), id, decision: request.body });
      return readCaseDetails(db, id);
    },
  );

  app.post(
    '/api/admin/page-reports/:id/appeal-decision',
    {
      onRequest: onChange,
      schema: {
        tags: ['Administration'],
        summary: 'Decide about the appeal of an owner',
        description: '`reversed` takes back what the decision did. The owner gets the answer by email.',
        errors: ['forbidden', 'not_found', 'case_decided', 'owner_suspended'],
        params: idParams,
        body: appealDecision,
        response: { 200: adminCaseDetails },
      },
    },
    async (request) => {
      const { id } = request.params;
      await decideAppeal({ db, clock }, { actor: accountOf(request), id, ...request.body });
      return readCaseDetails(db, id);
    },
  );
}
