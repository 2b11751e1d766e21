import { GUARANTEE_MS } from '../../contract/payments/payments.ts';
import type { DB } from '../../db/schema.ts';
import { wasTransferred } from '../handles/paid-rules.ts';
import type { Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { singleFlight } from '../platform/single-flight.ts';
import { refund } from './capture/capture-record-rules.ts';
import type { PaymentContext } from './payment-context.ts';
import { changePayment, lockPayment, type Payment, paymentById } from './payment-store.ts';
import { fetchCaptureStatus } from './reconcile/compare-with-paypal-rules.ts';

/**
 * Refunds a granted payment within the days of the guarantee: the handle goes to quarantine, or the year of the renewal is
 * revoked. Throws `payment_unknown`, `refund_too_late` or `refund_after_transfer`; returns a payment that is already being refunded unchanged. `record`
 * runs in the transaction that decides on the refund.
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
    if (context.clock().getTime() > payment.captured_at.getTime() + GUARANTEE_MS) {
      throw new ApiError('refund_too_late');
    }
    // The payer cannot give the handle back any more.
    if (payment.handle_id !== null && (await wasTransferred(trx, payment.handle_id, payment.account_id))) {
      throw new ApiError('refund_after_transfer');
    }
    const returned = await refund(trx, context, payment, payment.is_renewal ? 'guarantee-of-renewal' : 'guarantee');
    await record?.(trx, payment, returned);
    return returned;
  });
  return decided.state === 'refunding' ? sendRefund(context, decided) : decided;
}

/** Requests the refund that was decided for a payment. If the request fails, the job tries again. */
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
    // The capture may have been refunded already, or the response was lost: read its state.
    const status = await fetchCaptureStatus(context, payment);
    if (status.kind === 'done' && status.value.state === 'refunded') return status.value;
    const problem = 'problem' in outcome ? outcome.problem : 'issue' in outcome ? outcome.issue : outcome.value.status;
    log?.error({ event: 'payments.refund.failed', payment: id, problem }, 'A payment could not be refunded yet');
    return changePayment(db, id, { problem: `refund: ${problem}` });
  });
}
