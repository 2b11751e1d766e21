import { linksOfBlock } from '../../../contract/blocks/block-links.ts';
import type { Block } from '../../../contract/blocks/blocks.ts';
import type { HANDLE_STATES } from '../../../contract/handles/handles.ts';
import type {
  AdminCase,
  AdminCaseDetails,
  AdminCaseQuery,
  CaseAction,
  CaseState,
} from '../../../contract/page-reports/cases.ts';
import type { ReportReason } from '../../../contract/page-reports/page-reports.ts';
import { toBlock } from '../../blocks/shared/page-blocks.ts';
import { storedBlocksOf } from '../../blocks/shared/stored-blocks-store.ts';
import { findCase } from '../../page-reports/shared/cases-store.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { type ListedPage, pageOf } from '../../platform/http/paging.ts';
import { placeOf } from '../list/listing.ts';
import { type CaseRow, earlierCases, readCase, readCases, readReports } from './reports-store.ts';

/** Lists the cases: those that wait for an administrator first, oldest first; then the rest, newest first. */
export async function listCases(
  db: Queryable,
  { limit, after, state }: AdminCaseQuery,
): Promise<ListedPage<AdminCase>> {
  const rows = await readCases(db, { after: placeOf(after), state, limit });
  return pageOf(rows, limit, toResponse, ({ closedAt, id }) => `${closedAt === null ? 0 : 1}.${id}`);
}

/** Returns a case with its reports and the possible decisions. Throws `not_found`. */
export async function readCaseDetails(db: Queryable, id: number): Promise<AdminCaseDetails> {
  const row = await readCase(db, id);
  const stored = await findCase(db, id);
  if (!row || !stored) throw new ApiError('not_found');
  const blocks = (await storedBlocksOf(db, row.handle_id)).map(toBlock).filter(({ hidden }) => !hidden);
  return {
    ...toResponse(row),
    ownerEmail: stored.owner_email,
    items: (await readReports(db, id)).map((report) => ({
      id: report.id,
      reason: report.reason as ReportReason,
      text: report.text,
      address: report.address,
      email: report.email,
      createdAt: report.created_at.toISOString(),
    })),
    blocks: blocks.map(toHideable),
    reporterAnswer: stored.reporter_answer,
    ownerAnswer: stored.owner_answer,
    appealText: stored.appeal_text,
    appealAnswer: stored.appeal_answer,
    earlier: (await earlierCases(db, row)).map((earlier) => ({
      id: earlier.id,
      state: earlier.state as CaseState,
      action: earlier.action as CaseAction | null,
      decidedAt: earlier.decided_at?.toISOString() ?? '',
    })),
  };
}

function toHideable(block: Block): AdminCaseDetails['blocks'][number] {
  const [link] = linksOfBlock(block);
  const text = 'text' in block ? block.text : 'title' in block ? block.title : null;
  return {
    id: block.id ?? '',
    type: block.type,
    title: link?.title || text?.slice(0, 80) || block.type,
    url: link?.url ?? null,
  };
}

function toResponse(row: CaseRow): AdminCase {
  return {
    id: row.id,
    handleId: row.handle_id,
    handle: row.handle,
    status: row.handle_state as (typeof HANDLE_STATES)[number],
    state: row.state as CaseState,
    action: row.action as CaseAction | null,
    reports: row.reports,
    reasons: row.reasons as AdminCase['reasons'],
    openedAt: row.opened_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    appealedAt: row.appealed_at?.toISOString() ?? null,
    closedAt: row.closed_at?.toISOString() ?? null,
  };
}
