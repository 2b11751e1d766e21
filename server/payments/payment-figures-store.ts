import { sql } from 'kysely';
import type { Queryable } from '../platform/db/database.ts';

/** Finished payments are counted only among the newest, because a count reads each of them. */
const NEWEST = 10_000;

/** Counts payments by state: all open ones, and the finished ones among the newest 10,000. */
export async function countPayments(db: Queryable): Promise<{ state: string; count: number }[]> {
  const { rows } = await sql<{ state: string; count: number }>`
    with open as (
      select state from payments where state in ('created', 'pending', 'captured', 'refunding')
    ), finished as (
      select state from (select state from payments order by id desc limit ${NEWEST}) newest
      where state not in ('created', 'pending', 'captured', 'refunding')
    )
    select states.state::text, count(counted.state)::integer as count
    from unnest(enum_range(null::payment_state)) states (state)
      left join (select state from open union all select state from finished) counted on counted.state = states.state
    group by states.state`.execute(db);
  return rows;
}

/** Returns for how many seconds the check of an open payment has been due; 0 if no check is due. */
export async function oldestDueCheck(db: Queryable): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(0, coalesce(extract(epoch from now() - min(next_check_at)), 0))::float8 as seconds
    from payments where state in ('created', 'pending', 'captured', 'refunding')`.execute(db);
  return rows[0]?.seconds ?? 0;
}
