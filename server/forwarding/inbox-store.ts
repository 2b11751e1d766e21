import { sql } from 'kysely';
import type { Queryable } from '../plumbing/database.ts';

/** The other handles that an inbox serves, first or second: verified ones of anybody, and waiting ones of one account. */
export async function handlesServedBy(
  db: Queryable,
  inbox: { key: string; exceptHandle: number; accountId: number | null },
): Promise<string[]> {
  const rows = await db
    .selectFrom('forwardings')
    .innerJoin('handles', 'handles.id', 'forwardings.handle_id')
    .select('handles.handle')
    .where('handles.id', '<>', inbox.exceptHandle)
    .where((is) =>
      is.or([
        is('address_key', '=', inbox.key),
        is('backup_key', '=', inbox.key),
        is.and([
          is('handles.account_id', '=', inbox.accountId),
          is.or([is('pending_key', '=', inbox.key), is('backup_pending_key', '=', inbox.key)]),
        ]),
      ]),
    )
    .execute();
  return rows.map(({ handle }) => handle);
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
