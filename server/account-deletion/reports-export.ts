import type { AccountExport } from '../../contract/accounts/account-export.ts';
import type { CaseAction, CaseState } from '../../contract/page-reports/cases.ts';
import type { ReportReason } from '../../contract/page-reports/page-reports.ts';
import type { ReportRows } from './reports-export-store.ts';

const timeOrNull = (moment: Date | null) => moment?.toISOString() ?? null;

/** Returns the decisions about one handle. What a report says, and who sent it, is about somebody else. */
export function exportDecisions(
  { cases, about }: ReportRows,
  handleId: number,
): AccountExport['handles'][number]['decisions'] {
  return cases
    .filter((row) => row.handle_id === handleId)
    .map((row) => ({
      state: row.state as CaseState,
      openedAt: row.opened_at.toISOString(),
      action: row.action as CaseAction | null,
      blockId: row.block_id,
      answer: row.owner_answer,
      decidedAt: timeOrNull(row.decided_at),
      appealText: row.appeal_text,
      appealedAt: timeOrNull(row.appealed_at),
      appealAnswer: row.appeal_answer,
      appealDecidedAt: timeOrNull(row.appeal_decided_at),
      closedAt: timeOrNull(row.closed_at),
      reports: about
        .filter((report) => report.case_id === row.id)
        .map(({ reason, created_at }) => ({ reason: reason as ReportReason, createdAt: created_at.toISOString() })),
    }));
}

/** Returns the reports that were sent with the address of the account. */
export function exportReports({ sent }: ReportRows): AccountExport['pageReports'] {
  return sent.map((row) => ({
    ...{ handle: row.handle, reason: row.reason as ReportReason, text: row.text, address: row.address },
    ...{ createdAt: row.created_at.toISOString(), answer: row.reporter_answer },
  }));
}
