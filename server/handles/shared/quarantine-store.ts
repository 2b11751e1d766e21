import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';

/**
 * Puts the handles of an account in quarantine and keeps their state: pages go offline, mail is rejected, and no one can
 * claim the names. Suspended handles keep their state.
 */
export async function quarantineHandles(db: Queryable, accountId: number, now: Date): Promise<void> {
  await db
    .updateTable('handles')
    .set({
      state_before: sql`state`,
      state: 'quarantined',
      // A handle that was resting keeps the time at which it stopped receiving mail.
      quarantined_at: sql`coalesce(quarantined_at, ${now})`,
      profile_changed_at: now,
    })
    .where('account_id', '=', accountId)
    .where('state', 'in', ['active', 'resting'])
    .execute();
}

/** Restores the state that the handles of an account had before `quarantineHandles`. */
export async function restoreHandles(db: Queryable, accountId: number, now: Date): Promise<void> {
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

/** Counts the handles of an account, whatever their state. */
export async function countHandles(db: Queryable, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('handles')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
