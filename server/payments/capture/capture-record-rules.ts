import type { DB } from '../../../db/schema.ts';
import { orderUnlimitedEmail } from '../../emails/rules.ts';
import { renewHold } from '../../handles/holds-rules.ts';
import { revokeHandle, revokeTransferredYear, revokeYear, wasTransferred } from '../../handles/paid-rules.ts';
import { releaseHold } from '../../handles/shared/holds-store.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { eventStatuses } from '../event-store.ts';
import type { PaymentContext } from '../payment-context.ts';
import type { PaymentEmail, RefundReason } from '../payment-emails.ts';
import { accountAddress, changePayment, findPayment, lockPayment, type Payment } from '../payment-store.ts';
import type { Capture, CaptureStatus } from '../paypal/replies.ts';
import { captureDiffers } from '../paypal/verify.ts';
import { scheduleCheck } from '../reconcile/payment-check-schedule.ts';

/**
 * The order of the states of a capture. A capture never returns to an earlier state, so the most advanced of several
 * reported states is correct.
 */
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
 * Records the state of a capture from PayPal's response and its events. Returns the updated payment. A capture that
 * differs from the order is refunded. Idempotent.
 */
export async function recordCapture(
  context: PaymentContext,
  id: number,
  capture: Capture,
  difference?: string,
): Promise<Payment> {
  const { db, paypal } = context;
  return db.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, id);
    const differs = difference ?? captureDiffers(payment, capture, paypal.config.merchantId);
    const owner = await findPayment(trx, { captureId: capture.id, orderId: undefined, reference: undefined });
    // The capture belongs to another payment. Nothing is written, because the right capture may still be reported.
    if (owner && owner.id !== id) throw new ApiError('payment_differs');
    const status = furthest([capture.status, ...(await eventStatuses(trx, capture.id))]);
    switch (status) {
      case 'COMPLETED':
      case 'PARTIALLY_REFUNDED':
        return onCaptured(trx, context, payment, capture.id, differs);
      case 'PENDING':
        return onPending(trx, context, payment, capture.id);
      case 'REFUNDED':
        return onRefunded(trx, context, payment, capture.id);
      case 'DECLINED':
      case 'FAILED':
        return onDeclined(trx, payment);
    }
  });
}

async function onCaptured(
  trx: Transaction<DB>,
  context: PaymentContext,
  payment: Payment,
  captureId: string,
  differs: string | undefined,
): Promise<Payment> {
  if (payment.state !== 'created' && payment.state !== 'pending' && payment.state !== 'lapsed') return payment;
  const captured = await changePayment(trx, payment.id, {
    state: 'captured',
    capture_id: captureId,
    captured_at: context.clock(),
    problem: null,
  });
  if (differs !== undefined) return refund(trx, context, captured, 'differs', differs);
  // The job completes the claim if the client does not.
  return scheduleCheck(trx, context, captured, 10);
}

async function onPending(
  trx: Transaction<DB>,
  context: PaymentContext,
  payment: Payment,
  captureId: string,
): Promise<Payment> {
  if (payment.state !== 'created' && payment.state !== 'lapsed') return payment;
  const { handle, email, reference: holder } = payment;
  if (handle !== null && email !== null && !payment.is_renewal) {
    const invitation = payment.claim_invitation_id ?? undefined;
    await renewHold(trx, { handle, email, holder, invitation, pending: true }, context.clock());
  }
  const waiting = await changePayment(trx, payment.id, { state: 'pending', capture_id: captureId });
  return scheduleCheck(trx, context, waiting, 600);
}

/** Handles a declined attempt, which leaves the order open for another one but ends a pending payment. */
async function onDeclined(trx: Transaction<DB>, payment: Payment): Promise<Payment> {
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

/** Records a refund that PayPal has made, whoever requested it, and revokes what was paid for. */
async function onRefunded(
  trx: Transaction<DB>,
  context: PaymentContext,
  payment: Payment,
  captureId: string,
): Promise<Payment> {
  if (payment.state === 'refunded') return payment;
  const isKept = payment.state === 'granted' && (await revokeGrant(trx, context, payment)) === 'transferred';
  if (payment.state !== 'refunding') {
    await orderRefundEmail(trx, payment, isKept ? 'by-paypal-after-transfer' : 'by-paypal');
  }
  await releaseHold(trx, payment.reference);
  return changePayment(trx, payment.id, {
    state: 'refunded',
    capture_id: captureId,
    refunded_at: context.clock(),
    refund_reason: payment.refund_reason ?? 'by-paypal',
    problem: null,
  });
}

/** Decides on a refund, revokes what was paid for, and orders the email about it. `sendRefund` returns the money afterwards. */
export async function refund(
  trx: Transaction<DB>,
  context: Pick<PaymentContext, 'clock'>,
  payment: Payment,
  reason: RefundReason,
  problem: string | null = null,
): Promise<Payment> {
  if (payment.state === 'granted') await revokeGrant(trx, context, payment);
  await orderRefundEmail(trx, payment, reason);
  await releaseHold(trx, payment.reference);
  const changed = await changePayment(trx, payment.id, { state: 'refunding', refund_reason: reason, problem });
  return scheduleCheck(trx, context, changed, 1);
}

/**
 * Revokes what a payment granted. A transferred handle stays with its new owner, who did not get the money; only the
 * year is revoked.
 */
async function revokeGrant(
  trx: Transaction<DB>,
  { clock }: Pick<PaymentContext, 'clock'>,
  payment: Payment,
): Promise<'transferred' | undefined> {
  if (payment.handle_id === null) return undefined;
  if (await wasTransferred(trx, payment.handle_id, payment.account_id)) {
    const revoked = await revokeTransferredYear(trx, payment.handle_id, clock());
    if (revoked) await orderRevokedEmail(trx, revoked);
    return 'transferred';
  }
  if (payment.is_renewal) await revokeYear(trx, payment.handle_id, clock());
  else await revokeHandle(trx, payment.handle_id, clock());
  return undefined;
}

async function orderRevokedEmail(
  trx: Transaction<DB>,
  { accountId, handle, paidUntil }: { accountId: number; handle: string; paidUntil: Date },
): Promise<void> {
  const to = await accountAddress(trx, accountId);
  if (to === undefined) return;
  await orderUnlimitedEmail<PaymentEmail>(trx, { kind: 'year-revoked', to, handle, endsOn: paidUntil.toISOString() });
}

async function orderRefundEmail(trx: Transaction<DB>, payment: Payment, reason: RefundReason): Promise<void> {
  // The account may have changed its address since the payment.
  const owner = payment.account_id === null ? undefined : await accountAddress(trx, payment.account_id);
  const to = owner ?? payment.email ?? payment.payer_email;
  if (to === null || payment.order_id === null) return;
  const { handle, price_cents: cents, order_id: orderId } = payment;
  await orderUnlimitedEmail<PaymentEmail>(trx, { kind: 'refund', to, handle, cents, reason, orderId });
}

/** Ends a payment without a charge, and its hold. */
export async function expire(trx: Transaction<DB>, payment: Payment, problem: string): Promise<Payment> {
  await releaseHold(trx, payment.reference);
  return changePayment(trx, payment.id, { state: 'lapsed', problem });
}
