import { HOUR, MINUTE } from '../../../contract/time.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { singleFlight } from '../../platform/single-flight.ts';
import { expire, refund } from '../capture/capture-record-rules.ts';
import { captureOnce } from '../capture/capture-rules.ts';
import { eventStatuses } from '../event-store.ts';
import { grant } from '../grant/grant-rules.ts';
import type { PaymentContext } from '../payment-context.ts';
import {
  changePayment,
  duePayments,
  interruptedPayments,
  lockPayment,
  type Payment,
  paymentById,
} from '../payment-store.ts';
import { sendRefund } from '../refund-rules.ts';
import { fetchCaptureStatus, fetchOrderStatus } from './compare-with-paypal-rules.ts';

/** PayPal drops an approval after three hours, so an older order is never paid. */
const ORDER_LIFE = 4 * HOUR;
/** Duration for which a captured payment waits for a claim that names its handle. */
const UNCLAIMED = HOUR;
/** Time after which an order whose creation was interrupted expires, because its id is unknown. */
const NAMELESS = 15 * MINUTE;
const SWEEP_SIZE = 200;

/**
 * Advances a payment as far as possible: reads its state at PayPal, captures an approved order, grants a captured
 * payment, and refunds one that cannot be granted. Returns the updated payment. Idempotent.
 */
export async function reconcilePayment(context: PaymentContext, id: number): Promise<Payment | undefined> {
  let payment = await paymentById(context.db, id);
  if (payment?.state === 'created') payment = await reconcileOrder(context, payment);
  if (payment && (await mayBeOutdated(context, payment))) payment = await readCapture(context, payment);
  if (payment?.state === 'captured') payment = await grantOrRefund(context, payment);
  if (payment?.state === 'refunding') payment = await sendRefund(context, payment);
  return payment && isOpen(payment) ? scheduleNextCheck(context, payment) : payment;
}

const isOpen = ({ state }: Payment) =>
  state === 'created' || state === 'pending' || state === 'captured' || state === 'refunding';

/** Captures an order that is approved and names its handle; expires an order that is too old. */
async function reconcileOrder(context: PaymentContext, payment: Payment): Promise<Payment> {
  const age = context.clock().getTime() - payment.created_at.getTime();
  if (payment.order_id === null)
    return age > NAMELESS ? expireOrder(context, payment, 'no order was created') : payment;
  const status = await fetchOrderStatus(context, payment);
  if (status.kind === 'no-response') return payment;
  if (status.kind === 'approved' && payment.handle !== null) {
    // The payer approved it in our dialog. captureOnce records the reason if it fails.
    await captureOnce(context, payment).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
    return (await paymentById(context.db, payment.id)) ?? payment;
  }
  // This includes an order whose capture was declined and that was not paid another way.
  const over = age > ORDER_LIFE && status.payment.state === 'created';
  return over ? expireOrder(context, status.payment, 'never paid') : status.payment;
}

async function expireOrder({ db }: PaymentContext, { id }: Payment, problem: string): Promise<Payment> {
  return db.transaction().execute(async (trx) => {
    const now = await lockPayment(trx, id);
    return now.state === 'created' ? expire(trx, now, problem) : now;
  });
}

/** Returns whether PayPal may have a newer state: the capture is pending, or an event has reported a refund. */
async function mayBeOutdated({ db }: PaymentContext, payment: Payment): Promise<boolean> {
  if (payment.capture_id === null || payment.state === 'refunded') return false;
  if (payment.state === 'pending') return true;
  return (await eventStatuses(db, payment.capture_id)).includes('REFUNDED');
}

async function readCapture(context: PaymentContext, payment: Payment): Promise<Payment> {
  const status = await fetchCaptureStatus(context, payment);
  if (status.kind === 'done') return status.value;
  // A granted payment is closed, so no later check would read the capture.
  if (!isOpen(payment)) throw new Error(`capture ${payment.capture_id} could not be read`);
  return changePayment(context.db, payment.id, { problem: 'the capture could not be read' });
}

async function grantOrRefund(context: PaymentContext, payment: Payment): Promise<Payment> {
  if (payment.handle !== null) return grant(context, payment.id);
  const since = payment.captured_at?.getTime() ?? 0;
  if (context.clock().getTime() - since < UNCLAIMED) return payment;
  return context.db.transaction().execute(async (trx) => {
    const now = await lockPayment(trx, payment.id);
    return now.state === 'captured' && now.handle === null ? refund(trx, context, now, 'unclaimed') : now;
  });
}

/** Schedules the next check; the older the payment, the later. */
async function scheduleNextCheck({ db, clock }: PaymentContext, payment: Payment): Promise<Payment> {
  const age = clock().getTime() - payment.created_at.getTime();
  const wait = Math.min(Math.max(age / 3, MINUTE), 6 * HOUR);
  return changePayment(db, payment.id, { next_check_at: new Date(clock().getTime() + wait) });
}

/**
 * Reconciles every payment that is due and, after a start, those that a dead process may have left behind. A failure
 * does not stop the others.
 */
export async function reconcilePayments(context: PaymentContext, afterStart: boolean): Promise<void> {
  // While PayPal responds slowly, a sweep may last longer than the interval between sweeps.
  return singleFlight(`sweep ${afterStart}`, () => sweep(context, afterStart));
}

async function sweep(context: PaymentContext, afterStart: boolean): Promise<void> {
  const due = await duePayments(context.db, context.clock(), SWEEP_SIZE);
  const ids = afterStart ? new Set([...(await interruptedPayments(context.db, SWEEP_SIZE)), ...due]) : due;
  for (const id of ids) {
    await reconcilePayment(context, id).catch(async (error: unknown) => {
      context.log?.error(
        { event: 'payments.reconcile.failed', err: error, payment: id },
        'A payment could not be reconciled',
      );
      const payment = await paymentById(context.db, id);
      if (payment) await scheduleNextCheck(context, payment);
    });
  }
}
