import { type RawBuilder, sql } from 'kysely';
import { MAX_SHOWN_REPORTS } from '../../../contract/page-reports/cases.ts';
import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

export interface CaseRow {
  id: number;
  handle_id: number;
  handle: string;
  handle_state: string;
  state: string;
  action: string | null;
  reports: number;
  reasons: { reason: string; count: number }[];
  opened_at: Date;
  decided_at: Date | null;
  appealed_at: Date | null;
  closed_at: Date | null;
}

/** The order of the list, as in the index: cases that wait first, oldest first; then the newest. */
const PLACE = sql`(c.state not in ('open', 'appealed')), (case when c.state in ('open', 'appealed') then c.id else -c.id end)`;
const FIELDS = sql`select c.id, c.handle_id, h.handle, h.state as handle_state, c.state, c.action, c.opened_at, c.decided_at,
    c.appealed_at, c.closed_at, r.reports, r.reasons
  from page_cases c join handles h on h.id = c.handle_id
  cross join lateral (
    select coalesce(sum(count), 0)::integer as reports,
      coalesce(json_agg(json_build_object('reason', reason, 'count', count) order by count desc, reason), '[]') as reasons
    from (select reason, count(*)::integer as count from page_reports where case_id = c.id group by reason) as counted
  ) as r`;

/** Returns cases after a place `[closed, id]`, in the order of the list; one more than the page has. */
export async function readCases(
  db: Queryable,
  { after, state, limit }: { after: number[] | undefined; state: 'waiting' | 'closed' | undefined; limit: number },
): Promise<CaseRow[]> {
  const [closed, id = 0] = after ?? [];
  const beyond: RawBuilder<boolean> = after
    ? sql`(${PLACE}) > (${closed !== 0}, ${closed === 0 ? id : -id}::integer)`
    : sql`true`;
  const inState: RawBuilder<boolean> =
    state === undefined ? sql`true` : sql`(c.state not in ('open', 'appealed')) = ${state === 'closed'}`;
  const { rows } = await sql<CaseRow>`
    ${FIELDS} where ${inState} and ${beyond} order by ${PLACE} limit ${limit + 1}`.execute(db);
  return rows;
}

/** Returns one case in the form of the list. */
export async function readCase(db: Queryable, id: number): Promise<CaseRow | undefined> {
  const { rows } = await sql<CaseRow>`${FIELDS} where c.id = ${id}`.execute(db);
  return rows[0];
}

/** Returns the newest reports of a case. */
export async function readReports(db: Queryable, caseId: number) {
  return db
    .selectFrom('page_reports')
    .select(['id', 'reason', 'text', 'address', 'email', 'created_at'])
    .where('case_id', '=', caseId)
    .orderBy('id', 'desc')
    .limit(MAX_SHOWN_REPORTS)
    .execute();
}

/** Returns the decisions about a page that precede a case, newest first. */
export async function earlierCases(db: Queryable, { handle_id, id }: CaseRow) {
  return db
    .selectFrom('page_cases')
    .select(['id', 'state', 'action', 'decided_at'])
    .where('handle_id', '=', handle_id)
    .where('id', '<', id)
    .where('decided_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
}

/** Returns the addresses that await an answer to their reports, each once. */
export async function reportersOf(db: Queryable, caseId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('page_reports')
    .select(sql<string>`min(email)`.as('email'))
    .where('case_id', '=', caseId)
    .where('email', 'is not', null)
    .groupBy(sql`lower(email)`)
    .execute();
  return rows.map(({ email }) => email);
}

interface StoredDecision {
  state: 'dismissed' | 'upheld';
  action: string | null;
  block_id: string | null;
  block_url: string | null;
  reporter_answer: string;
  owner_answer: string | null;
}

/** Stores a decision and closes the case. */
export async function storeDecision(trx: Transaction<DB>, id: number, decision: StoredDecision, now: Date) {
  await trx
    .updateTable('page_cases')
    .set({ ...decision, decided_at: now, closed_at: now, unnotified: 0 })
    .where('id', '=', id)
    .execute();
}

/** Stores the decision about an appeal and closes the case. */
export async function storeAppealDecision(
  trx: Transaction<DB>,
  id: number,
  { outcome, answer }: { outcome: 'confirmed' | 'reversed'; answer: string },
  now: Date,
) {
  await trx
    .updateTable('page_cases')
    .set({ state: outcome, appeal_answer: answer, appeal_decided_at: now, closed_at: now, unnotified: 0 })
    .where('id', '=', id)
    .execute();
}
