import { sql } from 'kysely';
import type { Queryable } from '../platform/db/database.ts';

/** Returns the decisions about the handles of an account with the reports that led to them, and what its address reported. */
export async function reportRows(db: Queryable, { id, email }: { id: number; email: string }) {
  const cases = await db
    .selectFrom('page_cases')
    .innerJoin('handles', 'handles.id', 'page_cases.handle_id')
    .selectAll('page_cases')
    .where('handles.account_id', '=', id)
    .orderBy('page_cases.id')
    .execute();
  const about = await db
    .selectFrom('page_reports')
    .innerJoin('page_cases', 'page_cases.id', 'page_reports.case_id')
    .innerJoin('handles', 'handles.id', 'page_cases.handle_id')
    .select(['case_id', 'reason', 'page_reports.created_at'])
    .where('handles.account_id', '=', id)
    .orderBy('page_reports.id')
    .execute();
  const sent = await db
    .selectFrom('page_reports')
    .innerJoin('page_cases', 'page_cases.id', 'page_reports.case_id')
    .innerJoin('handles', 'handles.id', 'page_cases.handle_id')
    .select(['handle', 'reason', 'text', 'page_reports.address', 'page_reports.created_at', 'reporter_answer'])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .orderBy('page_reports.id')
    .execute();
  return { cases, about, sent };
}

export type ReportRows = Awaited<ReturnType<typeof reportRows>>;
