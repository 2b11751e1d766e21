import type { ErrorCode } from '../../contract/errors.ts';
import { keepHolding } from '../handles/holds-rules.ts';
import { isRenewable } from '../handles/paid-rules.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { expire, recordCapture } from './capture-record-rules.ts';
import { compareWithPaypal, fetchOrderStatus, type PaypalStatus } from './compare-with-paypal-rules.ts';
import type { PaymentContext } from './payment-context.ts';
import { changePayment, lockPayment, type Payment, paymentById, paymentByOrder } from './payment-store.ts';
import { captureOf, type Order } from './paypal/replies.ts';
import { schedule } from './schedule.ts';
import { singleFlight } from './single-flight.ts';

/** PayPal's names for "the payer must do something first". */
const NOT_APPROVED = new Set(['ORDER_NOT_APPROVED', 'PAYER_ACTION_REQUIRED']);

/** Takes the money of an approved order, singleFlight, however often and from wherever it is asked. Answers the order's id. */
export async function captureOrder(desk: PaymentContext, orderId: string): Promise<{ id: string }> {
  const payment = await paymentByOrder(desk.db, orderId);
  if (!payment) throw new ApiError('payment_unknown');
  const { state, refund_reason: reason } = await captureOnce(desk, payment);
  if (state === 'pending' || state === 'captured' || state === 'granted') return { id: orderId };
  if (state === 'created') throw new ApiError('payment_declined');
  throw new ApiError(endOf(state, reason));
}

/** What a person is told of a payment that has ended without what it was for. */
export function endOf(state: Payment['state'], reason: string | null): ErrorCode {
  if (state === 'lapsed') return 'payment_lapsed';
  if (reason === 'handle-gone') return 'handle_gone_refunded';
  return reason === 'differs' ? 'payment_differs' : 'payment_refunded';
}

/** The same without words for a person; answers the payment as it stands then, and throws why nothing was taken. */
export async function captureOnce(desk: PaymentContext, { id, reference }: Payment): Promise<Payment> {
  return singleFlight(`capture ${reference}`, async () => {
    const payment = await paymentById(desk.db, id);
    if (!payment) throw new ApiError('payment_unknown');
    return payment.state === 'created' ? capture(desk, payment) : payment;
  });
}

async function capture(desk: PaymentContext, payment: Payment): Promise<Payment> {
  const look = await fetchOrderStatus(desk, payment);
  switch (look.kind) {
    case 'no-answer':
      throw noAnswer(desk, payment, look.problem);
    case 'settled':
      return look.payment;
    case 'differs':
      throw new ApiError('payment_differs');
    case 'gone':
      throw new ApiError('payment_lapsed');
    case 'open':
      throw new ApiError('payment_open');
    case 'approved':
      await reserve(desk, payment);
      return take(desk, payment);
  }
}

/** Makes sure, before money is taken, that what it is for can still be had; notes that it is about to be taken. */
async function reserve(desk: PaymentContext, payment: Payment): Promise<void> {
  const { db, clock } = desk;
  const objection = await db.transaction().execute(async (trx): Promise<ErrorCode | null> => {
    const now = await lockPayment(trx, payment.id);
    const { handle, email, reference: holder } = now;
    if (now.state !== 'created') return now.state === 'lapsed' ? 'payment_lapsed' : null;
    if (now.is_renewal) {
      const owner = { accountId: now.account_id ?? 0, id: now.handle_id ?? 0 };
      const still = await isRenewable(trx, owner, clock());
      if (!still) await expire(trx, now, 'not to be renewed any more');
      if (!still) return 'not_renewable';
    } else if (handle !== null && email !== null) {
      const held = await keepHolding(trx, { handle, email, holder, pending: false }, clock());
      if (!held) await expire(trx, now, 'the handle is gone');
      if (!held) return 'handle_gone';
    }
    await changePayment(trx, now.id, { capture_tried_at: clock() });
    await schedule(trx, desk, now, 45);
    return null;
  });
  if (objection) throw new ApiError(objection);
}

async function take(desk: PaymentContext, payment: Payment): Promise<Payment> {
  const { paypal } = desk;
  const requestId = `${payment.reference}-capture-${payment.capture_attempt}`;
  const outcome = await paypal.capture(payment.order_id ?? '', requestId);
  if (outcome.kind === 'done') {
    const look = await lookAtAnswer(desk, payment, outcome.value);
    if (look.kind === 'settled') return look.payment;
    if (look.kind === 'approved') throw await declined(desk, payment, 'declined');
    throw noAnswer(desk, { ...payment, capture_tried_at: desk.clock() }, 'captured, but no capture is named');
  }
  if (outcome.kind === 'later') throw noAnswer(desk, payment, outcome.problem);
  // It may have been done, now or before: PayPal itself knows.
  const look = await fetchOrderStatus(desk, payment);
  if (look.kind === 'settled') return look.payment;
  if (outcome.kind === 'refused') throw await declined(desk, payment, outcome.issue);
  throw noAnswer(desk, { ...payment, capture_tried_at: desk.clock() }, 'no answer to the capture');
}

/** An answer may leave out what the order told before; where it names no sum either, the order is read singleFlight more. */
async function lookAtAnswer(desk: PaymentContext, payment: Payment, order: Order): Promise<PaypalStatus> {
  if (order.purchase_units?.[0]?.amount !== undefined) return compareWithPaypal(desk, payment, order);
  const capture = captureOf(order);
  if (capture?.amount === undefined || order.id !== payment.order_id) return fetchOrderStatus(desk, payment);
  return { kind: 'settled', payment: await recordCapture(desk, payment.id, capture) };
}

/** Nothing was taken: the next try goes by another name, or PayPal would repeat this answer. */
async function declined({ db }: PaymentContext, payment: Payment, problem: string): Promise<ApiError> {
  await changePayment(db, payment.id, {
    capture_attempt: payment.capture_attempt + 1,
    capture_tried_at: null,
    problem,
  });
  return new ApiError(NOT_APPROVED.has(problem) ? 'payment_open' : 'payment_declined');
}

/** PayPal could not be asked. Whether money may have been taken decides what the person is told. */
function noAnswer(desk: PaymentContext, payment: Payment, problem: string): ApiError {
  desk.log?.warn({ payment: payment.id, problem }, 'PayPal did not answer');
  return new ApiError(payment.capture_tried_at ? 'payment_unsettled' : 'payments_unavailable', { retryAfter: 30 });
}
