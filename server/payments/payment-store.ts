import { type Selectable, sql, type Updateable } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';

export type Payment = Selectable<DB['payments']>;
export type PaymentChanges = Omit<Updateable<DB['payments']>, 'id' | 'reference'>;

/** States in which money or an order is still on its way. */
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

/** The payment that something of PayPal's names: its order, its capture or our own reference. */
export async function paymentNamed(
  db: Queryable,
  named: { orderId: string | undefined; captureId: string | undefined; reference: string | undefined },
): Promise<Payment | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where((is) =>
      is.or([
        is('order_id', '=', named.orderId ?? null),
        is('capture_id', '=', named.captureId ?? null),
        is(sql<string>`reference::text`, '=', named.reference ?? null),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
}

/** Locks a payment for the rest of the transaction and answers how it stands. */
export async function lockPayment(trx: Transaction<DB>, id: number): Promise<Payment> {
  return trx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

export async function changePayment(db: Queryable, id: number, changes: PaymentChanges): Promise<Payment> {
  return db.updateTable('payments').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Orders for one handle are begun one after the other, for the rest of the transaction. */
export async function lockOrdersOf(trx: Transaction<DB>, handle: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`order ${handle}`}, 0))`.execute(trx);
}

/** A fresh order for the same thing by the same person, whose payment has not begun: one order is enough. */
export async function openOrderFor(
  db: Queryable,
  wanted: { handle: string; email: string; cents: number; since: Date; renews: number | null },
): Promise<Payment | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('state', '=', 'created')
    .where('handle', '=', wanted.handle)
    .where(sql<string>`lower(email)`, '=', wanted.email.toLowerCase())
    .where('price_cents', '=', wanted.cents)
    .where('handle_id', 'is not distinct from', wanted.renews)
    .where('created_at', '>', wanted.since)
    .where('capture_tried_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** The claim of this name for a handle, locked, where nothing of it was paid yet. */
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

/** Whom the first payment that came to an end under these credentials paid: all others must pay the same. */
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

/** Open payments that are due for a look, the longest waiting first. */
export async function duePayments(db: Queryable, now: Date, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where('state', 'in', OPEN)
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Open payments for which money may have been taken, due or not: what a process that died may have left behind. */
export async function interruptedPayments(db: Queryable, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where('state', 'in', OPEN)
    .where((is) => is.or([is('state', '<>', 'created'), is('capture_tried_at', 'is not', null)]))
    .orderBy('next_check_at')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Forgets who paid, where the account is gone or nothing came of it: the sums stay for the books. */
export async function forgetPayers(db: Queryable, before: Date): Promise<void> {
  await db
    .updateTable('payments')
    .set({ email: null, handle: null, payer_email: null })
    .where('account_id', 'is', null)
    .where('state', 'in', ['granted', 'refunded', 'lapsed'])
    // What was granted had an account: it was erased since.
    .where((is) => is.or([is('granted_at', 'is not', null), is('created_at', '<', before)]))
    .where((is) => is.or([is('email', 'is not', null), is('payer_email', 'is not', null)]))
    .execute();
}
