import { sql } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';

const COLUMNS = [
  'handles.id',
  'handles.handle',
  'handles.account_id',
  'handles.state',
  'handles.paid_until',
  'handles.first_price_cents',
  'handles.first_paid_at',
] as const;

/** Returns a handle with its payment columns. */
export async function paidHandle(db: Queryable, id: number) {
  return db.selectFrom('handles').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

export type PaidHandle = NonNullable<Awaited<ReturnType<typeof paidHandle>>>;

/** Like `paidHandle`, but also locks the handle for the rest of the transaction. */
export async function lockPaidHandle(trx: Transaction<DB>, id: number) {
  return trx.selectFrom('handles').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Inserts a paid handle and returns its id; undefined if the handle exists. */
export async function insertPaid(
  db: Queryable,
  handle: { handle: string; accountId: number; paidUntil: Date; cents: number },
  now: Date,
): Promise<number | undefined> {
  const row = await db
    .insertInto('handles')
    .values({
      handle: handle.handle,
      account_id: handle.accountId,
      paid_until: handle.paidUntil,
      first_price_cents: handle.cents,
      first_paid_at: now,
    })
    .onConflict((conflict) => conflict.column('handle').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Sets the end of the paid time. A resting handle becomes active, and reminders start again. */
export async function setPaidUntil(db: Queryable, id: number, paidUntil: Date, now: Date): Promise<void> {
  await db
    .updateTable('handles')
    .set({
      paid_until: paidUntil,
      reminded_days: null,
      state: sql`case when state = 'resting' then 'active' else state end`,
      quarantined_at: sql`case when state = 'resting' then null else quarantined_at end`,
      state_before: sql`case when state_before = 'resting' then 'active' else state_before end`,
      profile_changed_at: now,
    })
    .where('id', '=', id)
    .execute();
}

/** Sets the price that renewals are locked to, beginning now. */
export async function setFirstPrice(db: Queryable, id: number, cents: number, now: Date): Promise<void> {
  await db.updateTable('handles').set({ first_price_cents: cents, first_paid_at: now }).where('id', '=', id).execute();
}

/**
 * Returns up to 500 active handles whose year ends by `by` and whose owners have not had this reminder, with the
 * owners' addresses.
 */
export async function handlesEndingBy(db: Queryable, { by, days, now }: { by: Date; days: number; now: Date }) {
  return db
    .selectFrom('handles')
    .innerJoin('accounts', 'accounts.id', 'handles.account_id')
    .select([...COLUMNS, 'accounts.email'])
    .where('handles.state', '=', 'active')
    .where('paid_until', '>', now)
    .where('paid_until', '<=', by)
    .where((is) => is.or([is('reminded_days', 'is', null), is('reminded_days', '>', days)]))
    .orderBy('handles.id')
    .limit(500)
    .execute();
}

/** Lets search engines follow the links of handles first paid for before `before`; each write drops the cached page. */
export async function followLinksPaidBefore(db: Queryable, before: Date, now: Date): Promise<void> {
  await db
    .updateTable('handles')
    .set({ links_followed_at: now })
    .where('links_followed_at', 'is', null)
    .where('first_paid_at', '<=', before)
    .where('paid_until', 'is not', null)
    .execute();
}

/** Marks handles as resting whose year ended before `endedBefore`. Returns them with their owners' addresses. */
export async function restHandles(db: Queryable, endedBefore: Date, now: Date) {
  return db
    .updateTable('handles')
    .from('accounts')
    .set({ state: 'resting', quarantined_at: now, profile_changed_at: now })
    .whereRef('accounts.id', '=', 'handles.account_id')
    .where('handles.state', '=', 'active')
    .where('paid_until', '<=', endedBefore)
    .returning(['handles.id', 'handles.handle', 'accounts.email'])
    .execute();
}

/** Deletes handles that began to rest before `before`. */
export async function deleteRested(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('handles').where('state', '=', 'resting').where('quarantined_at', '<=', before).execute();
}
