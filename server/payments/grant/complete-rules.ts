import { planForHandle } from '../../../contract/payments/plans.ts';
import { assertForeignAddress } from '../../addresses/foreign-address.ts';
import { requireHandle } from '../../handle-access/handle-access.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Target } from '../../platform/http/call-server.ts';
import { endError } from '../capture/capture-rules.ts';
import type { PaymentContext } from '../payment-context.ts';
import { changePayment, lockPayment, type Payment, paymentByOrder } from '../payment-store.ts';
import { fetchOrderStatus } from '../reconcile/compare-with-paypal-rules.ts';
import { sendRefund } from '../refund-rules.ts';
import { renewWithoutPayment } from '../renewal/renewal-rules.ts';
import { grant } from './grant-rules.ts';

interface Claim {
  email: string;
  handle: string;
  plan?: string | undefined;
  paymentId: string;
}

interface Completed {
  message: string;
  handle: string;
  paidUntil: string;
}

/** Grants the handle that an order has paid for to the owner of the address. Idempotent. */
export async function completeClaim(context: PaymentContext, claim: Claim): Promise<Completed> {
  const wanted = { email: claim.email, handle: claim.handle.toLowerCase() };
  const payment = await paymentByOrder(context.db, claim.paymentId);
  if (!payment) throw new ApiError('payment_unknown');
  assertFits(payment, wanted, claim.plan);
  assertForeignAddress(wanted.email, context.site.mailDomain);
  return finish(context, await bind(context, await upToDate(context, payment), wanted));
}

/**
 * Adds the paid year of an order to its handle or, without an order, a year whose price is 0. Throws `payment_bound`
 * for another handle's payment, and `payment_required` for a year that is not free.
 */
export async function completeRenewal(
  context: PaymentContext,
  owner: Target,
  orderId: string | undefined,
): Promise<Completed> {
  if (orderId === undefined) return renewed(await renewWithoutPayment(context, owner));
  const payment = await paymentByOrder(context.db, orderId);
  // The account that paid learns the state of its payment even if it no longer owns the handle.
  if (!payment?.is_renewal || payment.handle_id !== owner.id || payment.account_id !== owner.account.id) {
    await requireHandle(context.db, owner);
    throw new ApiError(payment ? 'payment_bound' : 'payment_unknown');
  }
  return finish(context, await upToDate(context, payment));
}

/** Throws if a payment is for another claim. */
function assertFits(payment: Payment, wanted: { email: string; handle: string }, plan: string | undefined): void {
  const actual = planForHandle(wanted.handle);
  const bound = payment.handle !== null && payment.email !== null;
  if (payment.is_renewal) throw new ApiError('payment_bound');
  if (bound && (payment.handle !== wanted.handle || !sameAddress(payment.email, wanted.email))) {
    throw new ApiError('payment_bound');
  }
  if ((plan !== undefined && plan !== actual) || payment.plan !== actual) throw new ApiError('plan_mismatch');
}

const sameAddress = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase();

/** Returns the payment, after reading its state at PayPal if no capture is known. */
async function upToDate(context: PaymentContext, payment: Payment): Promise<Payment> {
  if (payment.state !== 'created') return payment;
  const status = await fetchOrderStatus(context, payment);
  if (status.kind === 'no-response') {
    throw new ApiError(payment.capture_tried_at ? 'payment_unsettled' : 'payments_unavailable', { retryAfter: 30 });
  }
  if (status.kind === 'differs') throw new ApiError('payment_differs');
  return status.payment;
}

/** Binds a payment whose order named no handle to the first matching claim. */
async function bind(
  { db }: PaymentContext,
  payment: Payment,
  wanted: { email: string; handle: string },
): Promise<Payment> {
  if (payment.handle !== null || (payment.state !== 'captured' && payment.state !== 'pending')) return payment;
  return db.transaction().execute(async (trx) => {
    const now = await lockPayment(trx, payment.id);
    if (now.handle === null) return changePayment(trx, now.id, wanted);
    assertFits(now, wanted, undefined);
    return now;
  });
}

function renewed({ handle, paidUntil }: { handle: string; paidUntil: Date }): Completed {
  return { message: `${handle} is renewed.`, handle, paidUntil: paidUntil.toISOString() };
}

async function finish(context: PaymentContext, payment: Payment): Promise<Completed> {
  const ended = payment.state === 'captured' ? await grant(context, payment.id) : payment;
  if (ended.state === 'granted' && ended.paid_until && ended.handle !== null) {
    const { handle, paid_until: paidUntil } = ended;
    if (ended.is_renewal) return renewed({ handle, paidUntil });
    const message = `${handle} is yours. Sign in with the link that we email you.`;
    return { message, handle, paidUntil: paidUntil.toISOString() };
  }
  if (ended.state === 'created') throw new ApiError('payment_open');
  if (ended.state === 'pending') throw new ApiError('payment_pending');
  // The refund is decided and its email ordered, so the result of this call does not matter to the client.
  if (ended.state === 'refunding') await sendRefund(context, ended);
  throw new ApiError(endError(ended.state, ended.refund_reason));
}
