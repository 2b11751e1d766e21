import { sql } from 'kysely';
import type { Queryable } from '../plumbing/database.ts';

/** Puts an account's handles in quarantine, remembering what they were. Suspended ones stay what they are. */
export async function quarantine(db: Queryable, accountId: number, now: Date): Promise<void> {
  await db
    .updateTable('handles')
    .set({
      state_before: sql`state`,
      state: 'quarantined',
      quarantined_at: now,
      profile_changed_at: now,
    })
    .where('account_id', '=', accountId)
    .where('state', 'in', ['active', 'resting'])
    .execute();
}

/** Makes an account's handles what they were before their owner left. */
export async function unquarantine(db: Queryable, accountId: number, now: Date): Promise<void> {
  await db
    .updateTable('handles')
    .set({
      state: sql`case when state = 'quarantined' then state_before else state end`,
      state_before: null,
      quarantined_at: null,
      profile_changed_at: now,
    })
    .where('account_id', '=', accountId)
    .where('state_before', 'is not', null)
    .execute();
}

/** How many handles an account has. */
export async function countHandles(db: Queryable, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('handles')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
