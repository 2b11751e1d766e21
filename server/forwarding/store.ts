import { type RawBuilder, sql } from 'kysely';
import type { Page } from '../../contract/list-page.ts';
import type { Place, Role } from '../../contract/roles.ts';
import { idsWithRight, receivesMailAt, roleAt } from '../handle-access/handle-access-store.ts';
import type { Queryable } from '../platform/db/database.ts';

const record = (db: Queryable) =>
  db
    .selectFrom('forwardings')
    .innerJoin('handles', 'handles.id', 'forwardings.handle_id')
    .select([
      'forwardings.id',
      'forwardings.handle_id',
      'forwardings.address',
      'forwardings.pending_address',
      'forwardings.is_active',
      'forwardings.when_off',
      'forwardings.keep_subjects',
      'forwardings.backup_address',
      'forwardings.backup_pending_address',
      'forwardings.backup_pending_refused_at',
      'forwardings.member_id',
      'forwardings.pending_member_id',
      'forwardings.backup_member_id',
      'forwardings.backup_pending_member_id',
      'forwardings.paused_at',
      'forwardings.pause_reason',
      'forwardings.refusal',
      'forwardings.limit_reached_at',
      'handles.handle',
      'handles.state',
      'handles.account_id',
    ]);

/** The columns of an inbox that is not paused and has no refusals. */
export const UNPAUSED = { paused_at: null, pause_reason: null, refusal: null, refusals: 0, refused_since: null };
/** The columns of a pending address whose verification email has not been refused so far. */
const NOT_REFUSED = { pending_refused_at: null, pending_refusal: null };

export type ForwardingRow = Awaited<ReturnType<ReturnType<typeof record>['executeTakeFirstOrThrow']>>;

/** Returns the forwarding records that an account manages, oldest first, one more than fits on the page. */
export async function forwardingsOf(db: Queryable, accountId: number, page: Page): Promise<ForwardingRow[]> {
  return record(db)
    .where('handles.id', 'in', idsWithRight(accountId, 'mail'))
    .$if(page.after !== undefined, (query) => query.where('forwardings.id', '>', page.after ?? 0))
    .orderBy('forwardings.id')
    .limit(page.limit + 1)
    .execute();
}

/** Returns a forwarding record with the role of an account at its handle; undefined for a stranger. */
export async function accessibleForwarding(
  db: Queryable,
  accountId: number,
  id: number,
): Promise<(ForwardingRow & Place) | undefined> {
  return record(db)
    .select([sql<Role>`${roleAt(accountId)}`.as('role'), receivesMailAt(accountId).as('receivesMail')])
    .where('forwardings.id', '=', id)
    .where(roleAt(accountId), 'is not', null)
    .executeTakeFirst();
}

/** SQL: the id of the handle of a forwarding record. */
export function handleOfForwarding(id: number): RawBuilder<number> {
  return sql`(select handle_id from forwardings where forwardings.id = ${id})`;
}

export async function forwardingById(db: Queryable, id: number): Promise<ForwardingRow | undefined> {
  return record(db).where('forwardings.id', '=', id).executeTakeFirst();
}

export async function forwardingOfHandle(db: Queryable, handleId: number): Promise<ForwardingRow | undefined> {
  return record(db).where('forwardings.handle_id', '=', handleId).executeTakeFirst();
}

/** A pending inbox, and the member who set it; null for the owner. */
export interface RequestedInbox {
  address: string;
  key: string;
  memberId: number | null;
}

/** Sets or, with null, clears the pending address. A verified one stays until then. */
export async function setPending(db: Queryable, handleId: number, pending: RequestedInbox | null): Promise<void> {
  const values = {
    pending_address: pending?.address ?? null,
    pending_key: pending?.key ?? null,
    pending_member_id: pending?.memberId ?? null,
    pending_since: pending ? sql<Date>`now()` : null,
    ...NOT_REFUSED,
  };
  if (!pending) {
    await db.updateTable('forwardings').set(values).where('handle_id', '=', handleId).execute();
    return;
  }
  await db
    .insertInto('forwardings')
    .values({ handle_id: handleId, ...values })
    .onConflict((conflict) => conflict.column('handle_id').doUpdateSet(values))
    .execute();
}

/**
 * Marks the pending address as verified. Returns false if another address is pending now. Ends any pause, resets the
 * count of refusals, and removes a second inbox with the same address.
 */
export async function confirmPending(db: Queryable, id: number, address: string): Promise<boolean> {
  const result = await db
    .updateTable('forwardings')
    .set({
      address: sql`pending_address`,
      address_key: sql`pending_key`,
      member_id: sql`pending_member_id`,
      pending_address: null,
      pending_key: null,
      pending_member_id: null,
      backup_address: sql`case when backup_key <> pending_key then backup_address end`,
      backup_key: sql`case when backup_key <> pending_key then backup_key end`,
      backup_pending_address: sql`case when backup_pending_key <> pending_key then backup_pending_address end`,
      backup_pending_key: sql`case when backup_pending_key <> pending_key then backup_pending_key end`,
      pending_since: null,
      ...NOT_REFUSED,
      ...UNPAUSED,
    })
    .where('id', '=', id)
    .where('pending_address', '=', address)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Gives a handle without a forwarding record a verified inbox. */
export async function saveVerified(
  trx: Queryable,
  handleId: number,
  { address, key }: { address: string; key: string },
): Promise<void> {
  await trx.insertInto('forwardings').values({ handle_id: handleId, address, address_key: key }).execute();
}

/** Turns forwarding on or off. Turning it on retries an inbox that refused mail. */
export async function setSwitch(db: Queryable, id: number, on: boolean): Promise<void> {
  await db
    .updateTable('forwardings')
    .set({ is_active: on, switched_at: sql`case when is_active = ${on} then switched_at else now() end` })
    .where('id', '=', id)
    .execute();
  if (on) await resume(db, id);
}

/** Retries an inbox that refused mail. An inbox whose owner stopped forwarding stays stopped. */
export async function resume(db: Queryable, id: number): Promise<void> {
  await db
    .updateTable('forwardings')
    .set(UNPAUSED)
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('pause_reason', 'is', null), eb('pause_reason', '<>', 'inbox-stopped')]))
    .execute();
}

export async function deleteForwarding(db: Queryable, id: number): Promise<void> {
  await db.deleteFrom('forwardings').where('id', '=', id).execute();
}
