import type { DB } from '../../db/schema.ts';
import type { Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { refund } from './capture-record-rules.ts';
import { fetchCaptureStatus } from './compare-with-paypal-rules.ts';
import type { PaymentContext } from './payment-context.ts';
import { changePayment, lockPayment, type Payment, paymentById } from './payment-store.ts';
import { singleFlight } from './single-flight.ts';

/** The money-back guarantee. */
const GUARANTEE_DAYS = 30;
const DAY = 24 * 3_600_000;

/**
 * Returns a granted payment within the days of the guarantee: the handle goes to quarantine, or the year is taken off
 * again. Throws `payment_unknown` or `refund_too_late`; a payment that is being returned already is answered as it is.
 * `note` runs in the transaction that decides it.
 */
export async function refundPayment(
  desk: PaymentContext,
  id: number,
  note?: (trx: Transaction<DB>, before: Payment, after: Payment) => Promise<void>,
): Promise<Payment> {
  const decided = await desk.db.transaction().execute(async (trx) => {
    const payment = (await paymentById(trx, id)) && (await lockPayment(trx, id));
    if (payment?.state === 'refunding' || payment?.state === 'refunded') return payment;
    if (payment?.state !== 'granted' || payment.captured_at === null) throw new ApiError('payment_unknown');
    if (desk.clock().getTime() > payment.captured_at.getTime() + GUARANTEE_DAYS * DAY) {
      throw new ApiError('refund_too_late');
    }
    const returned = await refund(trx, desk, payment, payment.is_renewal ? 'guarantee-of-renewal' : 'guarantee');
    await note?.(trx, payment, returned);
    return returned;
  });
  return decided.state === 'refunding' ? returnMoney(desk, decided) : decided;
}

/** Has PayPal return the money of a payment for which that was decided. Where it can't be done now, the job goes on. */
export async function returnMoney(desk: PaymentContext, { id, reference }: Payment): Promise<Payment> {
  return singleFlight(`refund ${reference}`, async () => {
    const payment = await paymentById(desk.db, id);
    if (!payment) throw new ApiError('payment_unknown');
    if (payment.state !== 'refunding' || payment.capture_id === null) return payment;
    const { db, clock, paypal, log } = desk;
    const outcome = await paypal.refund(payment.capture_id, `${reference}-refund`);
    if (outcome.kind === 'done' && (outcome.value.status === 'COMPLETED' || outcome.value.status === 'PENDING')) {
      const ended = { state: 'refunded', refund_id: outcome.value.id, refunded_at: clock(), problem: null } as const;
      return changePayment(db, id, ended);
    }
    // Somebody may have returned it before, or the answer was lost: PayPal itself knows.
    const look = await fetchCaptureStatus(desk, payment);
    if (look.kind === 'done' && look.value.state === 'refunded') return look.value;
    const problem = 'problem' in outcome ? outcome.problem : 'issue' in outcome ? outcome.issue : outcome.value.status;
    log?.error({ payment: id, problem }, 'a payment could not be returned yet');
    return changePayment(db, id, { problem: `refund: ${problem}` });
  });
}
