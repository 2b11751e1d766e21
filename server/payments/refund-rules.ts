import { GUARANTEE_MS } from '../../contract/payments/payments.ts';
import type { DB } from '../../db/schema.ts';
import { wasTransferred } from '../handles/paid-rules.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { singleFlight } from '../platform/single-flight.ts';
import { refund } from './capture/capture-record-rules.ts';
import type { PaymentContext } from './payment-context.ts';
import { changePayment, grantedPayments, lockPayment, type Payment, paymentById } from './payment-store.ts';
import { fetchCaptureStatus } from './reconcile/compare-with-paypal-rules.ts';

/**
 * Refunds a granted payment within the guarantee period: the handle goes to quarantine, or the year of the renewal is
 * revoked. A payment that is already being refunded is returned unchanged. Throws `payment_unknown`, `refund_too_late`
 * or `refund_after_transfer`. `record` runs in the transaction that decides on the refund.
 */
export async function refundPayment(
  context: PaymentContext,
  id: number,
  record?: (trx: Transaction<DB>, before: Payment, after: Payment) => Promise<void>,
): Promise<Payment> {
  const decided = await context.db.transaction().execute(async (trx) => {
    const payment = (await paymentById(trx, id)) && (await lockPayment(trx, id));
    if (payment?.state === 'refunding' || payment?.state === 'refunded') return payment;
    if (payment?.state !== 'granted' || payment.captured_at === null) throw new ApiError('payment_unknown');
    if (payment.captured_at < guaranteedSince(context.clock())) throw new ApiError('refund_too_late');
    // The payer can no longer give the handle back.
    if (payment.handle_id !== null && (await wasTransferred(trx, payment.handle_id, payment.account_id))) {
      throw new ApiError('refund_after_transfer');
    }
    const returned = await refund(trx, context, payment, payment.is_renewal ? 'guarantee-of-renewal' : 'guarantee');
    await record?.(trx, payment, returned);
    return returned;
  });
  return decided.state === 'refunding' ? sendRefund(context, decided) : decided;
}

/** Returns the earliest time of a payment that can be refunded at `moment`. */
function guaranteedSince(moment: Date): Date {
  return new Date(moment.getTime() - GUARANTEE_MS);
}

/** Returns the payments of an owner, for all handles or for one, that can be refunded at a point in time. */
export async function refundablePayments(
  db: Queryable,
  owned: { accountId: number; handleId?: number },
  moment: Date,
): Promise<Payment[]> {
  return grantedPayments(db, { ...owned, since: guaranteedSince(moment) });
}

/**
 * Like `refundablePayments`, but locks the payments. A payment that was refunded while this waited for the lock is left out.
 */
export async function lockRefundable(
  trx: Transaction<DB>,
  owned: { handleId: number; accountId: number },
  moment: Date,
): Promise<Payment[]> {
  const locked: Payment[] = [];
  for (const { id } of await refundablePayments(trx, owned, moment)) locked.push(await lockPayment(trx, id));
  return locked.filter(({ state }) => state === 'granted');
}

/** Decides on the refund of a locked payment for a handle that its owner gave up. A job requests it from PayPal. */
export async function refundGivenUp(trx: Transaction<DB>, context: PaymentContext, payment: Payment): Promise<void> {
  await refund(trx, context, payment, 'given-up');
}

/** Requests the refund that was decided for a payment. If the request fails, the job retries it. */
export async function sendRefund(context: PaymentContext, { id, reference }: Payment): Promise<Payment> {
  return singleFlight(`refund ${reference}`, async () => {
    const payment = await paymentById(context.db, id);
    if (!payment) throw new ApiError('payment_unknown');
    if (payment.state !== 'refunding' || payment.capture_id === null) return payment;
    const { db, clock, paypal, log } = context;
    const outcome = await paypal.refund(payment.capture_id, `${reference}-refund`);
    if (outcome.kind === 'done' && (outcome.value.status === 'COMPLETED' || outcome.value.status === 'PENDING')) {
      const ended = { state: 'refunded', refund_id: outcome.value.id, refunded_at: clock(), problem: null } as const;
      return changePayment(db, id, ended);
    }
    // The capture may already have been refunded, or the response was lost, so its state is read.
    const status = await fetchCaptureStatus(context, payment);
    if (status.kind === 'done' && status.value.state === 'refunded') return status.value;
    const problem = 'problem' in outcome ? outcome.problem : 'issue' in outcome ? outcome.issue : outcome.value.status;
    log?.error({ event: 'payments.refund.failed', payment: id, problem }, 'A payment could not be refunded yet');
    return changePayment(db, id, { problem: `refund: ${problem}` });
  });
}
