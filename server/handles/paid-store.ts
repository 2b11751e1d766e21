import { sql } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../plumbing/database.ts';

const COLUMNS = [
  'handles.id',
  'handles.handle',
  'handles.account_id',
  'handles.state',
  'handles.paid_until',
  'handles.first_price_cents',
  'handles.first_paid_at',
] as const;

/** A handle with what was paid for it. */
export async function paidHandle(db: Queryable, id: number) {
  return db.selectFrom('handles').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

export type PaidHandle = NonNullable<Awaited<ReturnType<typeof paidHandle>>>;

/** The same, locked for the rest of the transaction. */
export async function lockPaidHandle(trx: Transaction<DB>, id: number) {
  return trx.selectFrom('handles').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Inserts a handle that is paid for; undefined where somebody was first. */
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

/** Pays a handle until another day; one that rested is active again, and reminders begin anew. */
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

/** A new price is kept from now on. */
export async function setFirstPrice(db: Queryable, id: number, cents: number, now: Date): Promise<void> {
  await db.updateTable('handles').set({ first_price_cents: cents, first_paid_at: now }).where('id', '=', id).execute();
}

/** Active handles whose year ends by this moment and whose owners have not heard of it since: one a reminder, with the owner's address. */
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

/** Notes a reminder; false where another process was first. */
export async function noteReminder(db: Queryable, id: number, days: number): Promise<boolean> {
  const result = await db
    .updateTable('handles')
    .set({ reminded_days: days })
    .where('id', '=', id)
    .where((is) => is.or([is('reminded_days', 'is', null), is('reminded_days', '>', days)]))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Puts handles to rest whose year ended before this moment; answers them with their owners' addresses. */
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

/** Deletes handles that have rested since before this moment; their sharing images are swept. */
export async function deleteRested(trx: Transaction<DB>, before: Date, now: Date): Promise<void> {
  await sql`insert into doomed_objects (key, doomed_at)
    select object_key, ${now} from profile_cards join handles on handles.id = handle_id
    where state = 'resting' and quarantined_at <= ${before}
    on conflict do nothing`.execute(trx);
  await trx.deleteFrom('handles').where('state', '=', 'resting').where('quarantined_at', '<=', before).execute();
}

/** Empties one handle and takes it from its owner: it stays in quarantine, where nobody gets it. */
export async function takeBack(db: Queryable, id: number, now: Date): Promise<void> {
  await db.deleteFrom('forwardings').where('handle_id', '=', id).execute();
  await db.deleteFrom('forwarding_blocks').where('handle_id', '=', id).execute();
  await db.deleteFrom('forwarding_lists').where('handle_id', '=', id).execute();
  await db.deleteFrom('flights').where('handle_id', '=', id).execute();
  await db.deleteFrom('social_links').where('handle_id', '=', id).execute();
  await db
    .updateTable('handles')
    .set({
      account_id: null,
      state: sql`case when state = 'suspended' then state else 'quarantined' end`,
      state_before: null,
      quarantined_at: sql`case when state = 'suspended' then null else ${now}::timestamptz end`,
      display_name: null,
      bio: null,
      profile_picture: null,
      banner_image: null,
      paid_until: null,
      profile_changed_at: now,
    })
    .where('id', '=', id)
    .execute();
}
