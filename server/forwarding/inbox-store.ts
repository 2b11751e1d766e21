import { sql } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { inboxKey } from '../addresses/inbox-key.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { lockName } from '../platform/db/lock-name.ts';

/**
 * Returns the other handles, of any account, whose mail goes to this inbox: as the first or second inbox of the owner,
 * or as that of a member.
 */
export async function handlesServedBy(db: Queryable, key: string, exceptHandle: number): Promise<string[]> {
  const { rows } = await sql<{ handle: string }>`select handle from handles where id <> ${exceptHandle} and id in (
    select handle_id from forwardings where address_key = ${key}
    union select handle_id from forwardings where backup_key = ${key}
    union select handle_id from handle_members where address_key = ${key})`.execute(db);
  return rows.map(({ handle }) => handle);
}

/**
 * Returns the other handles for which an account has named this inbox, verified or pending: as the first or second
 * inbox of its own handles, or as its inbox in a team.
 */
export async function ownHandlesServedBy(
  db: Queryable,
  key: string,
  exceptHandle: number,
  accountId: number,
): Promise<string[]> {
  const { rows } = await sql<{ handle: string }>`select handle from handles where id <> ${exceptHandle} and id in (
    select handle_id from forwardings join handles on handles.id = forwardings.handle_id
      where handles.account_id = ${accountId} and ${key} in (address_key, backup_key, pending_key, backup_pending_key)
    union select handle_id from handle_members
      where handle_members.account_id = ${accountId} and ${key} in (address_key, pending_key))`.execute(db);
  return rows.map(({ handle }) => handle);
}

/** Returns whether an account has verified this inbox, for one of its handles, for a team, or as its own address. */
export async function hasVerified(db: Queryable, key: string, accountId: number): Promise<boolean> {
  const { rows } = await sql`
    select from forwardings join handles on handles.id = forwardings.handle_id
      where handles.account_id = ${accountId} and ${key} in (address_key, backup_key)
    union all select from handle_members where account_id = ${accountId} and address_key = ${key}
    limit 1`.execute(db);
  if (rows.length > 0) return true;
  const email = await verifiedAccountAddress(db, accountId);
  return email !== undefined && inboxKey(email) === key;
}

/** Returns the verified address of an account. */
export async function verifiedAccountAddress(db: Queryable, accountId: number): Promise<string | undefined> {
  const account = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst();
  return account?.email;
}

/** Serialises decisions about one inbox for the rest of the transaction. */
export async function lockInbox(trx: Transaction<DB>, key: string): Promise<void> {
  await lockName(trx, `inbox ${key}`);
}

/** Returns whether the owner of the inbox stopped all forwarding to it. */
export async function isInboxStopped(db: Queryable, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('stopped_inboxes')
    .select('inbox_key')
    .where('inbox_key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

/** An inbox of a handle that loses its mail by a stop, with the verified address of the account that set it. */
export interface LostInbox {
  inbox: 'first' | 'second' | 'member';
  handle_id: number;
  handle: string;
  address: string;
  account_email: string;
}

/** Returns the verified inboxes with this key that still get mail. */
export async function inboxesToStop(db: Queryable, key: string): Promise<LostInbox[]> {
  const { rows } = await sql<LostInbox>`
    select u.inbox, u.handle_id, h.handle, u.address, a.email as account_email from (
      select 'first' as inbox, handle_id, address, null::integer as member_account from forwardings
        where address_key = ${key} and pause_reason is distinct from 'inbox-stopped'
      union all select 'second', handle_id, backup_address, null from forwardings where backup_key = ${key}
      union all select 'member', handle_id, address, account_id from handle_members where address_key = ${key}
    ) u join handles h on h.id = u.handle_id
      join accounts a on a.id = coalesce(u.member_account, h.account_id) and a.email_verified_at is not null
    order by h.handle`.execute(db);
  return rows;
}

/**
 * Records that nothing may be forwarded to an inbox, cancels requests for its consent and pauses forwarding to it.
 * Members of teams lose this inbox and can name another one.
 */
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
    .where(sql`pause_reason`, 'is distinct from', 'inbox-stopped')
    .execute();
  await db
    .updateTable('handle_members')
    .set({ address: null, address_key: null })
    .where('address_key', '=', key)
    .execute();
  await db
    .updateTable('handle_members')
    .set({ pending_address: null, pending_key: null })
    .where('pending_key', '=', key)
    .execute();
}

/** Undoes `stopInbox` and resumes the forwarding that it paused. A member must name the inbox again. */
export async function allowInbox(db: Queryable, key: string): Promise<void> {
  await db.deleteFrom('stopped_inboxes').where('inbox_key', '=', key).execute();
  await db
    .updateTable('forwardings')
    .set({ paused_at: null, pause_reason: null })
    .where('address_key', '=', key)
    .where('pause_reason', '=', 'inbox-stopped')
    .execute();
}
