import type { PaidHandle } from '../../contract/accounts/accounts.ts';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import { refund } from './capture/capture-record-rules.ts';
import { lockPayment } from './payment-store.ts';
import { refundablePayments } from './refund-rules.ts';
import { paidHandlesOfAccount } from './refund-store.ts';

/**
 * Returns the handles of an account whose paid time has not ended, with the refund for each if the account is closed at
 * `closedAt` and then erased. Payments that the guarantee covers at that time are refunded.
 */
export async function paidHandlesOf(db: Queryable, accountId: number, closedAt: Date): Promise<PaidHandle[]> {
  const payments = await refundablePayments(db, { accountId }, closedAt);
  const handles = await paidHandlesOfAccount(db, accountId, closedAt);
  return handles.map(({ id, handle, paid_until }) => ({
    handle,
    paidUntil: paid_until.toISOString(),
    refundCents: payments
      .filter(({ handle_id }) => handle_id === id)
      .reduce((sum, { price_cents }) => sum + price_cents, 0),
  }));
}

/** Returns the ids of the payments that the erasure of an account refunds. Call this before its handles lose their owner. */
export async function paymentsToRefund(db: Queryable, accountId: number, closedAt: Date): Promise<number[]> {
  return (await refundablePayments(db, { accountId }, closedAt)).map(({ id }) => id);
}

/** Decides on the refunds of an erased account; the job of each payment returns the money. */
export async function refundErased(trx: Transaction<DB>, clock: Clock, ids: number[]): Promise<void> {
  for (const id of ids) {
    const payment = await lockPayment(trx, id);
    // An administrator may have refunded it in the meantime.
    if (payment.state === 'granted') await refund(trx, { clock }, payment, 'account-erased');
  }
}
