import {
  type AdminCase,
  getAdminCase,
  getAdminCases,
  getAdminCasesFile,
  postAdminAppealDecision,
  postAdminDecision,
} from '../../../contract/page-reports/cases.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import { sendCsv } from '../../platform/http/csv.ts';
import { NEXT_PAGE } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { recordExport } from '../audit/audit-rules.ts';
import { exportList } from '../list/export-rules.ts';
import { decide, decideAppeal } from './decision-rules.ts';
import { listCases, readCaseDetails } from './reports-rules.ts';

/** Routes of the Page Reports tab. */
export function adminReportsRoutes(app: Server, { db, sessions, clock }: App): void {
  const serve = callServer(app, sessions, 'Administration');
  serve(
    getAdminCases,
    {
      summary: 'List the reported pages',
      description: `One item groups the reports about a page that await one decision. Waiting reports and appeals come first, oldest first; then the rest, newest first. ${NEXT_PAGE}`,
    },
    async ({ query }) => listCases(db, query),
  );

  serve(getAdminCasesFile, { summary: 'Export the reported pages as CSV' }, async ({ account, query, reply }) => {
    const { state } = query;
    await recordExport(db, account, 'page reports', { state });
    const rows = exportList(
      ['ID', 'Handle', 'Status', 'State', 'Action', 'Reports', 'Reasons', 'Opened', 'Decided', 'Appealed'],
      (item: AdminCase) => [
        item.id,
        item.handle,
        item.status,
        item.state,
        item.action,
        item.reports,
        item.reasons.map(({ reason, count }) => `${reason} ${count}`).join(', '),
        item.openedAt,
        item.decidedAt,
        item.appealedAt,
      ],
      ({ limit, after }) => listCases(db, { limit, after, state }),
      {},
    );
    return sendCsv(reply, `page-reports-${clock().toISOString().slice(0, 10)}`, rows);
  });

  serve(getAdminCase, { summary: 'Get the reports about a page' }, async ({ params }) => {
    const { id } = params;
    return readCaseDetails(db, id);
  });

  serve(
    postAdminDecision,
    {
      summary: 'Decide the reports about a page',
      description:
        'Dismisses them, suspends the handle, hides a block of the page, or asks the owner to change the page. Both sides are notified by email.',
    },
    async ({ account, params, body }) => {
      const { id } = params;
      await decide({ db, clock }, { actor: account, id, decision: body });
      return readCaseDetails(db, id);
    },
  );

  serve(
    postAdminAppealDecision,
    {
      summary: 'Decide the appeal of an owner',
      description: '`reversed` undoes the effect of the decision. The owner gets the answer by email.',
    },
    async ({ account, params, body }) => {
      const { id } = params;
      await decideAppeal({ db, clock }, { actor: account, id, ...body });
      return readCaseDetails(db, id);
    },
  );
}
