import type { ErrorCode } from '../../../contract/errors.ts';
import { renewHold } from '../../handles/holds-rules.ts';
import { isRenewable } from '../../handles/paid-rules.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { singleFlight } from '../../platform/single-flight.ts';
import { claimRefusal } from '../../site/claim-rights-rules.ts';
import type { PaymentContext } from '../payment-context.ts';
import { changePayment, lockPayment, type Payment, paymentById, paymentByOrder } from '../payment-store.ts';
import { captureOf, type Order } from '../paypal/replies.ts';
import { compareWithPaypal, fetchOrderStatus, type PaypalStatus } from '../reconcile/compare-with-paypal-rules.ts';
import { scheduleCheck } from '../reconcile/payment-check-schedule.ts';
import { expire, recordCapture } from './capture-record-rules.ts';

/** PayPal's issues for an order that its payer has not approved. */
const NOT_APPROVED = new Set(['ORDER_NOT_APPROVED', 'PAYER_ACTION_REQUIRED']);

/** Captures an approved order once, however often this is called. Returns the id of the order. */
export async function captureOrder(context: PaymentContext, orderId: string): Promise<{ id: string }> {
  const payment = await paymentByOrder(context.db, orderId);
  if (!payment) throw new ApiError('payment_unknown');
  const { state, refund_reason: reason } = await captureOnce(context, payment);
  if (state === 'pending' || state === 'captured' || state === 'granted') return { id: orderId };
  if (state === 'created') throw new ApiError('payment_declined');
  throw new ApiError(endError(state, reason));
}

/** Returns the error for a payment that ended without a grant. */
export function endError(state: Payment['state'], reason: string | null): ErrorCode {
  if (state === 'lapsed') return 'payment_lapsed';
  if (reason === 'handle-gone') return 'handle_gone_refunded';
  if (reason === 'rule-changed' || reason === 'invitation-ended') return 'claim_refused_refunded';
  return reason === 'differs' ? 'payment_differs' : 'payment_refunded';
}

/**
 * Captures the order of a payment once. Returns the updated payment. Throws an error with the reason if nothing was captured.
 */
export async function captureOnce(context: PaymentContext, { id, reference }: Payment): Promise<Payment> {
  return singleFlight(`capture ${reference}`, async () => {
    const payment = await paymentById(context.db, id);
    if (!payment) throw new ApiError('payment_unknown');
    return payment.state === 'created' ? capture(context, payment) : payment;
  });
}

async function capture(context: PaymentContext, payment: Payment): Promise<Payment> {
  const status = await fetchOrderStatus(context, payment);
  switch (status.kind) {
    case 'no-response':
      throw unavailable(context, payment, status.problem);
    case 'settled':
      return status.payment;
    case 'differs':
      throw new ApiError('payment_differs');
    case 'gone':
      throw new ApiError('payment_lapsed');
    case 'open':
      throw new ApiError('payment_open');
    case 'approved':
      await reserve(context, payment);
      return take(context, payment);
  }
}

/** Checks that the handle or the renewal is still available, and records that the capture begins. */
async function reserve(context: PaymentContext, payment: Payment): Promise<void> {
  const { db, clock } = context;
  const problem = await db.transaction().execute(async (trx): Promise<ErrorCode | ApiError | null> => {
    const now = await lockPayment(trx, payment.id);
    const { handle, email, reference: holder } = now;
    if (now.state !== 'created') return now.state === 'lapsed' ? 'payment_lapsed' : null;
    if (now.is_renewal) {
      const owner = { accountId: now.account_id ?? 0, id: now.handle_id ?? 0 };
      const still = await isRenewable(trx, owner, clock());
      if (!still) await expire(trx, now, 'no longer renewable');
      if (!still) return 'not_renewable';
    } else if (handle !== null && email !== null) {
      const invitation = now.claim_invitation_id ?? undefined;
      const refused = await claimRefusal(trx, { handle, email, invitation }, clock());
      if (refused) await expire(trx, now, 'the rule about claims has changed');
      if (refused) return refused;
      const held = await renewHold(trx, { handle, email, holder, invitation, pending: false }, clock());
      if (!held) await expire(trx, now, 'the handle is no longer available');
      if (!held) return 'handle_gone';
    }
    await changePayment(trx, now.id, { capture_tried_at: clock() });
    await scheduleCheck(trx, context, now, 45);
    return null;
  });
  if (problem) throw problem instanceof ApiError ? problem : new ApiError(problem);
}

async function take(context: PaymentContext, payment: Payment): Promise<Payment> {
  const { paypal } = context;
  const requestId = `${payment.reference}-capture-${payment.capture_attempt}`;
  const outcome = await paypal.capture(payment.order_id ?? '', requestId);
  if (outcome.kind === 'done') {
    const status = await statusAfterCapture(context, payment, outcome.value);
    if (status.kind === 'settled') return status.payment;
    if (status.kind === 'approved') throw await declined(context, payment, 'declined');
    throw unavailable(
      context,
      { ...payment, capture_tried_at: context.clock() },
      'captured, but the response names no capture',
    );
  }
  if (outcome.kind === 'later') throw unavailable(context, payment, outcome.problem);
  // This or an earlier capture may have succeeded, so the order is read.
  const status = await fetchOrderStatus(context, payment);
  if (status.kind === 'settled') return status.payment;
  if (outcome.kind === 'refused') throw await declined(context, payment, outcome.issue);
  throw unavailable(context, { ...payment, capture_tried_at: context.clock() }, 'no response to the capture');
}

/**
 * Returns the state of an order after its capture. A minimal response omits parts of the order; without an amount, the
 * order is read again.
 */
async function statusAfterCapture(context: PaymentContext, payment: Payment, order: Order): Promise<PaypalStatus> {
  if (order.purchase_units?.[0]?.amount !== undefined) return compareWithPaypal(context, payment, order);
  const capture = captureOf(order);
  if (capture?.amount === undefined || order.id !== payment.order_id) return fetchOrderStatus(context, payment);
  return { kind: 'settled', payment: await recordCapture(context, payment.id, capture) };
}

/**
 * Records a declined attempt. The next attempt gets another request id, because PayPal would otherwise repeat this response.
 */
async function declined({ db }: PaymentContext, payment: Payment, problem: string): Promise<ApiError> {
  await changePayment(db, payment.id, {
    capture_attempt: payment.capture_attempt + 1,
    capture_tried_at: null,
    problem,
  });
  return new ApiError(NOT_APPROVED.has(problem) ? 'payment_open' : 'payment_declined');
}

/** Returns the error for a failed request to PayPal, which depends on whether the payer may have been charged. */
function unavailable(context: PaymentContext, payment: Payment, problem: string): ApiError {
  context.log?.warn({ event: 'payments.paypal.unavailable', payment: payment.id, problem }, 'PayPal did not respond');
  return new ApiError(payment.capture_tried_at ? 'payment_unsettled' : 'payments_unavailable', { retryAfter: 30 });
}
