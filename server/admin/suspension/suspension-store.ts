import { sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Transaction } from '../../platform/db/database.ts';

/** Returns an account, locked for the rest of the transaction. */
export async function lockAccount(trx: Transaction<DB>, id: number) {
  return trx.selectFrom('accounts').select(['id', 'suspended_at']).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Returns the account that owns a handle, locked for the rest of the transaction; undefined if the handle has no owner. */
export async function lockOwner(trx: Transaction<DB>, handleId: number) {
  return trx
    .selectFrom('accounts')
    .innerJoin('handles', 'handles.account_id', 'accounts.id')
    .select('accounts.suspended_at')
    .where('handles.id', '=', handleId)
    .forUpdate('accounts')
    .executeTakeFirst();
}

/** Returns a handle, locked for the rest of the transaction. */
export async function lockHandle(trx: Transaction<DB>, id: number) {
  return trx
    .selectFrom('handles')
    .select(['id', 'handle', 'account_id', 'state', 'given_up_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Suspends or restores an account, and ends its sessions. */
export async function setAccountSuspended(trx: Transaction<DB>, id: number, at: Date | null): Promise<void> {
  await trx.updateTable('accounts').set({ suspended_at: at }).where('id', '=', id).execute();
  await trx.deleteFrom('sessions').where('account_id', '=', id).execute();
}

/** Suspends one handle and keeps its state. */
export async function suspendOne(trx: Transaction<DB>, id: number, now: Date): Promise<void> {
  await trx
    .updateTable('handles')
    .set({ suspended_from: sql`state`, state: 'suspended', suspended_with_account: false, suspended_at: now })
    .where('id', '=', id)
    .execute();
}

/** Suspends the active and resting handles of an account; returns their ids. */
export async function suspendAllOf(trx: Transaction<DB>, accountId: number, now: Date): Promise<number[]> {
  const rows = await trx
    .updateTable('handles')
    .set({ suspended_from: sql`state`, state: 'suspended', suspended_with_account: true, suspended_at: now })
    .where('account_id', '=', accountId)
    .where('state', 'in', ['active', 'resting'])
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the handles that were suspended with their account. */
export async function suspendedWith(trx: Transaction<DB>, accountId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('handles')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', '=', 'suspended')
    .where('suspended_with_account', '=', true)
    .execute();
  return rows.map(({ id }) => id);
}

/** Restores the earlier states of suspended handles. A handle whose account is closed or deleted goes to quarantine. */
export async function restoreSuspended(trx: Transaction<DB>, ids: number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await sql`update handles set
      state = case when gone then 'quarantined' else coalesce(suspended_from, 'active') end,
      state_before = case when gone and handles.account_id is not null then coalesce(suspended_from, 'active') end,
      quarantined_at = case when gone or suspended_from = 'resting' then coalesce(quarantined_at, ${now}) end,
      suspended_from = null, suspended_with_account = false, suspended_at = null
    from (select handles.id, accounts.id is null or accounts.closed_at is not null as gone
      from handles left join accounts on accounts.id = handles.account_id) as owned
    where owned.id = handles.id and handles.id = any(${ids}) and handles.state = 'suspended'`.execute(trx);
}
