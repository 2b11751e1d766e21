import { sql } from 'kysely';
import type { Queryable } from '../platform/db/database.ts';

/** Puts an account's handles in quarantine, remembering what they were. Suspended ones stay what they are. */
export async function quarantine(db: Queryable, accountId: number, now: Date): Promise<void> {
  await db
    .updateTable('handles')
    .set({
      state_before: sql`state`,
      state: 'quarantined',
      // One that rested has taken no mail since then.
      quarantined_at: sql`coalesce(quarantined_at, ${now})`,
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
      quarantined_at: sql`case when state = 'quarantined' and state_before = 'resting' then quarantined_at end`,
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

/** Deletes handles without an owner whose quarantine began before this moment; answers how many. */
export async function deleteOwnerless(db: Queryable, before: Date, most: number): Promise<number> {
  const result = await db
    .deleteFrom('handles')
    .where('id', 'in', (ids) =>
      ids
        .selectFrom('handles')
        .select('id')
        .where('state', '=', 'quarantined')
        .where('account_id', 'is', null)
        .where('quarantined_at', '<=', before)
        .limit(most),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
