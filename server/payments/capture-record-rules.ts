import type { DB } from '../../db/schema.ts';
import { orderUnlimitedEmail } from '../emails/rules.ts';
import { keepHolding, releaseHold } from '../handles/holds-rules.ts';
import { takeBackHandle, takeBackYear } from '../handles/paid-rules.ts';
import type { Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { toldStatuses } from './event-store.ts';
import type { PaymentContext } from './payment-context.ts';
import type { PaymentEmail, RefundReason } from './payment-emails.ts';
import { changePayment, lockPayment, type Payment, paymentNamed } from './payment-store.ts';
import type { Capture, CaptureStatus } from './paypal/replies.ts';
import { captureDiffers } from './paypal/verify.ts';
import { schedule } from './schedule.ts';

/** How far a capture has come. It never goes back, so of several reports the furthest is true, whatever their order. */
const RANK: Record<CaptureStatus, number> = {
  PENDING: 0,
  COMPLETED: 1,
  PARTIALLY_REFUNDED: 2,
  DECLINED: 3,
  FAILED: 3,
  REFUNDED: 4,
};

function furthest(statuses: string[]): CaptureStatus {
  const known = statuses.filter((status): status is CaptureStatus => status in RANK);
  return known.reduce((far, status) => (RANK[status] > RANK[far] ? status : far), known[0] ?? 'PENDING');
}

/**
 * Writes down what became of a payment's money, by PayPal's answer and its events; answers the payment as it stands then.
 * A sum that is not ours goes back. Repeating it changes nothing.
 */
export async function recordCapture(
  desk: PaymentContext,
  id: number,
  capture: Capture,
  wrong?: string,
): Promise<Payment> {
  const { db, paypal } = desk;
  return db.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, id);
    const differs = wrong ?? captureDiffers(payment, capture, paypal.config.merchantId);
    const owner = await paymentNamed(trx, { captureId: capture.id, orderId: undefined, reference: undefined });
    // A capture that paid for something else pays for nothing here. Nothing is written: our own may yet be named.
    if (owner && owner.id !== id) throw new ApiError('payment_differs');
    const status = furthest([capture.status, ...(await toldStatuses(trx, capture.id))]);
    switch (status) {
      case 'COMPLETED':
      case 'PARTIALLY_REFUNDED':
        return takeMoney(trx, desk, payment, capture.id, differs);
      case 'PENDING':
        return awaitMoney(trx, desk, payment, capture.id);
      case 'REFUNDED':
        return moneyIsBack(trx, desk, payment, capture.id);
      case 'DECLINED':
      case 'FAILED':
        return noMoney(trx, payment);
    }
  });
}

async function takeMoney(
  trx: Transaction<DB>,
  desk: PaymentContext,
  payment: Payment,
  captureId: string,
  differs: string | undefined,
): Promise<Payment> {
  if (payment.state !== 'created' && payment.state !== 'pending' && payment.state !== 'lapsed') return payment;
  const taken = await changePayment(trx, payment.id, {
    state: 'captured',
    capture_id: captureId,
    captured_at: desk.clock(),
    problem: null,
  });
  if (differs !== undefined) return refund(trx, desk, taken, 'differs', differs);
  // Should nobody come to complete the claim, the job does.
  return schedule(trx, desk, taken, 10);
}

async function awaitMoney(
  trx: Transaction<DB>,
  desk: PaymentContext,
  payment: Payment,
  captureId: string,
): Promise<Payment> {
  if (payment.state !== 'created' && payment.state !== 'lapsed') return payment;
  const { handle, email, reference: holder } = payment;
  if (handle !== null && email !== null && !payment.is_renewal) {
    await keepHolding(trx, { handle, email, holder, pending: true }, desk.clock());
  }
  const waiting = await changePayment(trx, payment.id, { state: 'pending', capture_id: captureId });
  return schedule(trx, desk, waiting, 600);
}

/** A try that was declined leaves the order open for another; a payment that was pending is over. */
async function noMoney(trx: Transaction<DB>, payment: Payment): Promise<Payment> {
  if (payment.state === 'created') {
    return changePayment(trx, payment.id, { capture_attempt: payment.capture_attempt + 1, capture_tried_at: null });
  }
  if (payment.state !== 'pending') return payment;
  if (payment.email !== null && payment.handle !== null) {
    await orderUnlimitedEmail<PaymentEmail>(trx, {
      kind: 'payment-declined',
      to: payment.email,
      handle: payment.handle,
    });
  }
  return expire(trx, payment, 'declined after a check');
}

/** Money that is back already, by our own refund or by somebody at PayPal's: what it paid for goes back too. */
async function moneyIsBack(
  trx: Transaction<DB>,
  desk: PaymentContext,
  payment: Payment,
  captureId: string,
): Promise<Payment> {
  if (payment.state === 'refunded') return payment;
  if (payment.state === 'granted') await takeBackGoods(trx, desk, payment);
  if (payment.state !== 'refunding') await tellOfRefund(trx, payment, 'by-paypal');
  await releaseHold(trx, payment.reference);
  return changePayment(trx, payment.id, {
    state: 'refunded',
    capture_id: captureId,
    refunded_at: desk.clock(),
    refund_reason: payment.refund_reason ?? 'by-paypal',
    problem: null,
  });
}

/** Decides that a payment is returned and tells the person; the money itself goes right after. */
export async function refund(
  trx: Transaction<DB>,
  desk: PaymentContext,
  payment: Payment,
  reason: RefundReason,
  problem: string | null = null,
): Promise<Payment> {
  if (payment.state === 'granted') await takeBackGoods(trx, desk, payment);
  await tellOfRefund(trx, payment, reason);
  await releaseHold(trx, payment.reference);
  const changed = await changePayment(trx, payment.id, { state: 'refunding', refund_reason: reason, problem });
  return schedule(trx, desk, changed, 1);
}

async function takeBackGoods(trx: Transaction<DB>, { clock }: PaymentContext, payment: Payment): Promise<void> {
  if (payment.handle_id === null) return;
  if (payment.is_renewal) await takeBackYear(trx, payment.handle_id, clock());
  else await takeBackHandle(trx, payment.handle_id, clock());
}

async function tellOfRefund(trx: Transaction<DB>, payment: Payment, reason: RefundReason): Promise<void> {
  const to = payment.email ?? payment.payer_email;
  if (to === null || payment.order_id === null) return;
  const { handle, price_cents: cents, order_id: orderId } = payment;
  await orderUnlimitedEmail<PaymentEmail>(trx, { kind: 'refund', to, handle, cents, reason, orderId });
}

/** Nothing was taken and nothing will be: whatever the payment held is free again. */
export async function expire(trx: Transaction<DB>, payment: Payment, problem: string): Promise<Payment> {
  await releaseHold(trx, payment.reference);
  return changePayment(trx, payment.id, { state: 'lapsed', problem });
}
