import { sql } from 'kysely';
import type { Queryable } from '../platform/db/database.ts';
import { inboxKey } from './shared/inbox-key.ts';

/** The other handles whose verified first or second inbox this is, whoever owns them. */
export async function handlesServedBy(db: Queryable, key: string, exceptHandle: number): Promise<string[]> {
  const rows = await db
    .selectFrom('forwardings')
    .innerJoin('handles', 'handles.id', 'forwardings.handle_id')
    .select('handles.handle')
    .where('handles.id', '<>', exceptHandle)
    .where((is) => is.or([is('address_key', '=', key), is('backup_key', '=', key)]))
    .execute();
  return rows.map(({ handle }) => handle);
}

/** The other handles of one account that go to this inbox or wait for it, first or second. */
export async function ownHandlesServedBy(
  db: Queryable,
  key: string,
  exceptHandle: number,
  accountId: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('forwardings')
    .innerJoin('handles', 'handles.id', 'forwardings.handle_id')
    .select('handles.handle')
    .where('handles.id', '<>', exceptHandle)
    .where('handles.account_id', '=', accountId)
    .where((is) =>
      is.or([
        is('address_key', '=', key),
        is('backup_key', '=', key),
        is('pending_key', '=', key),
        is('backup_pending_key', '=', key),
      ]),
    )
    .execute();
  return rows.map(({ handle }) => handle);
}

/** Whether this inbox has proven itself to an account: it is a verified inbox of one of its handles, or its own address. */
export async function hasProven(db: Queryable, key: string, accountId: number): Promise<boolean> {
  const record = await db
    .selectFrom('forwardings')
    .innerJoin('handles', 'handles.id', 'forwardings.handle_id')
    .select('forwardings.id')
    .where('handles.account_id', '=', accountId)
    .where((is) => is.or([is('address_key', '=', key), is('backup_key', '=', key)]))
    .executeTakeFirst();
  if (record) return true;
  const email = await ownerAddress(db, accountId);
  return email !== undefined && inboxKey(email) === key;
}

/** The address of an account, where somebody has proven that it is theirs. */
export async function ownerAddress(db: Queryable, accountId: number): Promise<string | undefined> {
  const account = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst();
  return account?.email;
}

/** Serialises all that decides about one inbox, for the rest of the transaction. */
export async function lockInbox(db: Queryable, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`inbox ${key}`}, 0))`.execute(db);
}

/** Whether the inbox's owner wants nothing forwarded to it. */
export async function isStopped(db: Queryable, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('stopped_inboxes')
    .select('inbox_key')
    .where('inbox_key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

/** Remembers that nothing may go to an inbox, takes off all that waits for its word and pauses what went there. */
export async function stopInbox(db: Queryable, key: string, now: Date): Promise<void> {
  await db
    .insertInto('stopped_inboxes')
    .values({ inbox_key: key, stopped_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.deleteFrom('forwardings').where('pending_key', '=', key).where('address', 'is', null).execute();
  await db
    .updateTable('forwardings')
    .set({ pending_address: null, pending_key: null })
    .where('pending_key', '=', key)
    .execute();
  await db
    .updateTable('forwardings')
    .set({ backup_address: null, backup_key: null })
    .where('backup_key', '=', key)
    .execute();
  await db
    .updateTable('forwardings')
    .set({ backup_pending_address: null, backup_pending_key: null })
    .where('backup_pending_key', '=', key)
    .execute();
  await db
    .updateTable('forwardings')
    .set({ paused_at: now, pause_reason: 'inbox-stopped' })
    .where('address_key', '=', key)
    .execute();
}

/** Takes that back: what was paused for it goes on. */
export async function allowInbox(db: Queryable, key: string): Promise<void> {
  await db.deleteFrom('stopped_inboxes').where('inbox_key', '=', key).execute();
  await db
    .updateTable('forwardings')
    .set({ paused_at: null, pause_reason: null })
    .where('address_key', '=', key)
    .where('pause_reason', '=', 'inbox-stopped')
    .execute();
}
