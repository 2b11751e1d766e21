import { sql } from 'kysely';
import type { DB, HandleState } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

/** The values that put a handle in quarantine and keep its state. */
const quarantined = (now: Date) => ({
  state_before: sql<HandleState>`state`,
  state: 'quarantined' as const,
  // A resting handle keeps the time at which it stopped receiving mail.
  quarantined_at: sql<Date>`coalesce(quarantined_at, ${now})`,
  profile_changed_at: now,
});

/** The values that restore the state of a handle from before its quarantine. */
const restored = (now: Date) => ({
  state: sql<HandleState>`case when state = 'quarantined' then state_before else state end`,
  state_before: null,
  quarantined_at: sql<Date | null>`case when state = 'quarantined' and state_before = 'resting' then quarantined_at end`,
  profile_changed_at: now,
});

/**
 * Puts the handles of an account in quarantine and keeps their state: pages go offline, mail is rejected, and no one can
 * claim the names. Suspended handles keep their state.
 */
export async function quarantineHandles(db: Queryable, accountId: number, now: Date): Promise<void> {
  await db
    .updateTable('handles')
    .set(quarantined(now))
    .where('account_id', '=', accountId)
    .where('state', 'in', ['active', 'resting'])
    .execute();
}

/**
 * Restores the state that the handles of an account had before `quarantineHandles`. Handles that were given up stay in
 * quarantine.
 */
export async function restoreHandles(db: Queryable, accountId: number, now: Date): Promise<void> {
  await db
    .updateTable('handles')
    .set(restored(now))
    .where('account_id', '=', accountId)
    .where('state_before', 'is not', null)
    .where('given_up_at', 'is', null)
    .execute();
}

/** Puts a locked handle in quarantine because its owner gives it up. */
export async function markGivenUp(trx: Transaction<DB>, id: number, now: Date): Promise<void> {
  const values = { ...quarantined(now), given_up_at: now };
  await trx.updateTable('handles').set(values).where('id', '=', id).execute();
}

/** Restores the state that a locked handle had before `markGivenUp`. */
export async function markKept(trx: Transaction<DB>, id: number, now: Date): Promise<void> {
  const values = { ...restored(now), given_up_at: null };
  await trx.updateTable('handles').set(values).where('id', '=', id).execute();
}

/** Counts the handles of an account, in any state. */
export async function countHandles(db: Queryable, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('handles')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
