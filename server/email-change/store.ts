import { type Selectable, sql } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';

export type EmailChange = Selectable<DB['email_changes']>;

/** Returns a change; undefined if its account was erased. */
export async function findChange(db: Queryable, id: number | null): Promise<EmailChange | undefined> {
  if (id === null) return undefined;
  return db.selectFrom('email_changes').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns a change, locked until the transaction ends. Lock the account first. */
export async function lockChange(trx: Transaction<DB>, id: number): Promise<EmailChange | undefined> {
  return trx.selectFrom('email_changes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Returns the change of an account that waits for its confirmations. */
export async function findWaiting(db: Queryable, accountId: number, now: Date): Promise<EmailChange | undefined> {
  return db
    .selectFrom('email_changes')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export interface NewChange {
  accountId: number;
  from: string;
  to: string;
  byPasskey: boolean;
  now: Date;
  expiresAt: Date;
}

export async function insertChange(trx: Transaction<DB>, change: NewChange): Promise<EmailChange> {
  return trx
    .insertInto('email_changes')
    .values({
      account_id: change.accountId,
      old_email: change.from,
      new_email: change.to,
      requested_at: change.now,
      expires_at: change.expiresAt,
      by_passkey: change.byPasskey,
      old_confirmed_at: change.byPasskey ? change.now : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Records the confirmation of one side and returns the change. */
export async function confirmSide(trx: Transaction<DB>, id: number, side: 'old' | 'new', now: Date) {
  return trx
    .updateTable('email_changes')
    .set(side === 'old' ? { old_confirmed_at: now } : { new_confirmed_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function markChanged(trx: Transaction<DB>, id: number, changedAt: Date, undoUntil: Date): Promise<void> {
  await trx
    .updateTable('email_changes')
    .set({ state: 'changed', changed_at: changedAt, undo_until: undoUntil })
    .where('id', '=', id)
    .execute();
}

/**
 * Ends a change and all later ones of its account, whose undo would restore an address that this undo removes. Returns them.
 */
export async function markUndone(trx: Transaction<DB>, { id, account_id: accountId }: EmailChange) {
  return trx
    .updateTable('email_changes')
    .set({ state: sql`case when state = 'changed' then 'undone' else 'stopped' end` })
    .where('account_id', '=', accountId)
    .where('id', '>=', id)
    .where('state', 'in', ['changed', 'waiting'])
    .returning(['id', 'new_email', 'state'])
    .execute();
}

/**
 * Locks an account until the transaction ends. Rows that refer to the account can still be added: a transaction that
 * adds one holds the lock of a handle that an undo waits for.
 */
export async function lockAccount(trx: Transaction<DB>, id: number) {
  return trx
    .selectFrom('accounts')
    .select(['id', 'email', 'is_admin', 'admin_role', 'closed_at', 'suspended_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Returns whether another account has an address. */
export async function isTakenByOther(db: Queryable, accountId: number, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('id', '<>', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether an account is open and not suspended. */
export async function isOpenAccount(db: Queryable, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

const UNIQUE_VIOLATION = '23505';

/** Sets the address of an account; a trigger ends its sessions. Throws `address_taken` if another account has the address. */
export async function setAddress(trx: Transaction<DB>, accountId: number, email: string): Promise<void> {
  try {
    await trx.updateTable('accounts').set({ email }).where('id', '=', accountId).execute();
  } catch (error) {
    throw (error as { code?: unknown }).code === UNIQUE_VIOLATION ? new ApiError('address_taken') : error;
  }
}
