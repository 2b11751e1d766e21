import { sql } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { lockName } from '../platform/db/lock-name.ts';

/** Lets only one transaction at a time decide about the next email to the administrators. */
export async function lockNotices(trx: Transaction<DB>): Promise<void> {
  await lockName(trx, 'page report notice');
}

/** Returns the time of the last email to the administrators. */
export async function lastNotice(db: Queryable): Promise<Date | null> {
  const { at } = await db
    .selectFrom('page_cases')
    .select(({ fn }) => fn.max('notified_at').as('at'))
    .executeTakeFirstOrThrow();
  return at;
}

/** Marks the cases with news as notified, and returns how many new reports or appeals each had. */
export async function markNotified(trx: Transaction<DB>, now: Date): Promise<{ state: string; unnotified: number }[]> {
  const { rows } = await sql<{ state: string; unnotified: number }>`
    update page_cases set unnotified = 0, notified_at = case when state in ('open', 'appealed') then ${now} else notified_at end
    from (select id, unnotified as counted from page_cases where unnotified > 0 order by id for update) as news
    where page_cases.id = news.id returning state, counted as unnotified`.execute(trx);
  return rows;
}

/** Returns how many pages wait for a decision now, and how many appeals. */
export async function countWaiting(db: Queryable): Promise<{ pages: number; appeals: number }> {
  const { rows } = await sql<{ pages: number; appeals: number }>`
    select count(*) filter (where state = 'open')::integer as pages,
      count(*) filter (where state = 'appealed')::integer as appeals
    from page_cases where state in ('open', 'appealed')`.execute(db);
  return rows[0] ?? { pages: 0, appeals: 0 };
}
