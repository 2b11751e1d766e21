import { type Selectable, sql, type Updateable } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { lockName } from '../platform/db/lock-name.ts';

export type Payment = Selectable<DB['payments']>;
export type PaymentChanges = Omit<Updateable<DB['payments']>, 'id' | 'reference'>;

/** States of a payment that has not ended. */
const OPEN = ['created', 'pending', 'captured', 'refunding'] as const;

export async function insertPayment(
  db: Queryable,
  payment: Pick<
    Payment,
    | 'reference'
    | 'plan'
    | 'price_cents'
    | 'handle'
    | 'email'
    | 'is_renewal'
    | 'handle_id'
    | 'account_id'
    | 'claim_invitation_id'
    | 'client_id'
    | 'created_at'
    | 'next_check_at'
  >,
): Promise<Payment> {
  return db.insertInto('payments').values(payment).returningAll().executeTakeFirstOrThrow();
}

export async function paymentById(db: Queryable, id: number): Promise<Payment | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function paymentByOrder(db: Queryable, orderId: string): Promise<Payment | undefined> {
  return db.selectFrom('payments').selectAll().where('order_id', '=', orderId).executeTakeFirst();
}

/** Returns the payment with this order id, capture id or reference. */
export async function findPayment(
  db: Queryable,
  ids: { orderId: string | undefined; captureId: string | undefined; reference: string | undefined },
): Promise<Payment | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where((is) =>
      is.or([
        is('order_id', '=', ids.orderId ?? null),
        is('capture_id', '=', ids.captureId ?? null),
        is(sql<string>`reference::text`, '=', ids.reference ?? null),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
}

/** Locks a payment for the rest of the transaction and returns it. */
export async function lockPayment(trx: Transaction<DB>, id: number): Promise<Payment> {
  return trx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

export async function changePayment(db: Queryable, id: number, changes: PaymentChanges): Promise<Payment> {
  return db.updateTable('payments').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Returns the address of an account; undefined if the account does not exist. */
export async function accountAddress(db: Queryable, id: number): Promise<string | undefined> {
  return (await db.selectFrom('accounts').select('email').where('id', '=', id).executeTakeFirst())?.email;
}

/** Takes a lock on the orders of one handle for the rest of the transaction. */
export async function lockOrdersOf(trx: Transaction<DB>, handle: string): Promise<void> {
  await lockName(trx, `order ${handle}`);
}

/** Returns a recent order of the same person for the same item whose capture has not begun. */
export async function openOrderFor(
  db: Queryable,
  wanted: {
    handle: string;
    email: string;
    cents: number;
    since: Date;
    renews: number | null;
    invitation: number | null;
  },
): Promise<Payment | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('state', '=', 'created')
    .where('handle', '=', wanted.handle)
    .where(sql<string>`lower(email)`, '=', wanted.email.toLowerCase())
    .where('price_cents', '=', wanted.cents)
    .where('handle_id', 'is not distinct from', wanted.renews)
    .where('claim_invitation_id', 'is not distinct from', wanted.invitation)
    .where('created_at', '>', wanted.since)
    .where('capture_tried_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** Locks and returns the claim with this reference for a handle if its capture has not begun. */
export async function unpaidClaim(
  trx: Transaction<DB>,
  { reference, handle }: { reference: string; handle: string },
): Promise<Payment | undefined> {
  return trx
    .selectFrom('payments')
    .selectAll()
    .where('reference', '=', reference)
    .where('handle', '=', handle)
    .where('state', '=', 'created')
    .where('is_renewal', '=', false)
    .where('capture_tried_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns the payee of the first granted payment under these credentials; all others must have the same one. */
export async function knownPayee(db: Queryable, clientId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payments')
    .select('payee')
    .where('client_id', '=', clientId)
    .where('granted_at', 'is not', null)
    .where('payee', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.payee ?? undefined;
}

/**
 * Returns the granted payments of an account since this time for handles that it still owns, or for one of them, in the
 * order in which they must be locked.
 */
export async function grantedPayments(
  db: Queryable,
  { accountId, handleId, since }: { accountId: number; handleId?: number; since: Date },
): Promise<Payment[]> {
  return db
    .selectFrom('payments')
    .innerJoin('handles', 'handles.id', 'payments.handle_id')
    .selectAll('payments')
    .where('payments.account_id', '=', accountId)
    .where('handles.account_id', '=', accountId)
    .$if(handleId !== undefined, (query) => query.where('handles.id', '=', handleId ?? 0))
    .where('payments.state', '=', 'granted')
    .where('captured_at', '>=', since)
    .where('price_cents', '>', 0)
    .orderBy('payments.id')
    .execute();
}

/** Returns open payments that are due for a check, longest waiting first. */
export async function duePayments(db: Queryable, now: Date, max: number): Promise<number[]> {
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where('state', 'in', OPEN)
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .limit(max)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns open payments that may have been charged, due or not, because a process may have died while handling them. */
export async function interruptedPayments(db: Queryable, max: number): Promise<number[]> {
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where('state', 'in', OPEN)
    .where((is) => is.or([is('state', '<>', 'created'), is('capture_tried_at', 'is not', null)]))
    .orderBy('next_check_at')
    .limit(max)
    .execute();
  return rows.map(({ id }) => id);
}
