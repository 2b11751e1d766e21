import type {
  AdminMailReport,
  AdminMailReportDetails,
  MailReportQuery,
  MailReportSummary,
} from '../../../contract/admin/mail-reports.ts';
import { DAY } from '../../../contract/time.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { type ListedPage, pageOf } from '../../platform/http/paging.ts';
import { type ReportRow, readReport, readReports, sumReports } from './mail-reports-store.ts';

const SUMMARY_DAYS = 30;

/** Lists the reports about our mail, newest first. */
export async function listReports(db: Queryable, query: MailReportQuery): Promise<ListedPage<AdminMailReport>> {
  return pageOf(await readReports(db, query), query.limit, toResponse);
}

/** Returns a report with its details. Throws `not_found`. */
export async function reportDetails(db: Queryable, id: number): Promise<AdminMailReportDetails> {
  const row = await readReport(db, id);
  if (!row) throw new ApiError('not_found');
  // The adapter of the mail library writes the details in this form.
  return { ...toResponse(row), reportId: row.report_id, details: row.details as AdminMailReportDetails['details'] };
}

/** Returns the sums over the reports of the last 30 days. */
export async function summarizeReports(db: Queryable, now: Date): Promise<MailReportSummary> {
  const rows = await sumReports(db, new Date(now.getTime() - SUMMARY_DAYS * DAY));
  const sums = (kind: string) => {
    const row = rows.find((one) => one.kind === kind);
    return { reports: row?.reports ?? 0, passed: row?.passed ?? 0, failed: row?.failed ?? 0 };
  };
  const complaints = (traffic: string) =>
    rows.find((row) => row.kind === 'feedback' && row.traffic === traffic)?.reports ?? 0;
  return {
    dmarc: sums('dmarc'),
    tls: sums('tls'),
    feedback: { sent: complaints('sent'), forwarded: complaints('forwarded'), unknown: complaints('unknown') },
  };
}

function toResponse(row: ReportRow): AdminMailReport {
  return {
    id: row.id,
    kind: row.kind as AdminMailReport['kind'],
    reporter: row.reporter,
    beginsAt: row.begins_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
    passed: row.passed,
    failed: row.failed,
    handle: row.handle,
    traffic: row.traffic as AdminMailReport['traffic'],
    receivedAt: row.received_at.toISOString(),
  };
}
