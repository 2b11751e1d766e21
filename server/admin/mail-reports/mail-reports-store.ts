import { sql } from 'kysely';
import type { MailReportQuery } from '../../../contract/admin/mail-reports.ts';
import type { Queryable } from '../../platform/db/database.ts';

/** Returns reports without their details, newest first, one more than the page has. */
export async function readReports(db: Queryable, { limit, after, kind }: MailReportQuery) {
  return selectReports(db)
    .$if(after !== undefined, (query) => query.where('mail_reports.id', '<', Number(after)))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .orderBy('mail_reports.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Returns a report with its details. */
export async function readReport(db: Queryable, id: number) {
  return selectReports(db).select(['report_id', 'details']).where('mail_reports.id', '=', id).executeTakeFirst();
}

export type ReportRow = Awaited<ReturnType<typeof readReports>>[number];

function selectReports(db: Queryable) {
  return db
    .selectFrom('mail_reports')
    .leftJoin('handles', 'handles.id', 'mail_reports.handle_id')
    .select(['mail_reports.id', 'kind', 'reporter', 'begins_at', 'ends_at', 'passed', 'failed', 'received_at'])
    .select('handles.handle')
    .select(sql<string | null>`details->>'traffic'`.as('traffic'));
}

/** Returns the sums over the reports since a point in time, by kind and, for complaints, by the kind of mail concerned. */
export async function sumReports(db: Queryable, since: Date) {
  const { rows } = await sql<{ kind: string; traffic: string | null; reports: number; passed: number; failed: number }>`
    select kind, details->>'traffic' as traffic, count(*)::integer as reports,
      sum(passed)::float8 as passed, sum(failed)::float8 as failed
    from mail_reports where received_at >= ${since} group by 1, 2`.execute(db);
  return rows;
}
