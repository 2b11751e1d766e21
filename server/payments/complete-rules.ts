import { planForHandle } from '../../contract/plans.ts';
import { assertForeignAddress } from '../forwarding/shared/foreign-address.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { endOf } from './capture-rules.ts';
import { fetchOrderStatus } from './compare-with-paypal-rules.ts';
import { grant } from './grant-rules.ts';
import type { PaymentContext } from './payment-context.ts';
import { changePayment, lockPayment, type Payment, paymentByOrder } from './payment-store.ts';
import { returnMoney } from './refund-rules.ts';
import { renewForNothing } from './renewal-rules.ts';

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

/** Gives the handle that an order has paid for to the owner of the address. The same claim again is answered the same. */
export async function completeClaim(desk: PaymentContext, claim: Claim): Promise<Completed> {
  const wanted = { email: claim.email, handle: claim.handle.toLowerCase() };
  const payment = await paymentByOrder(desk.db, claim.paymentId);
  if (!payment) throw new ApiError('payment_unknown');
  assertFits(payment, wanted, claim.plan);
  assertForeignAddress(wanted.email, desk.site.mailDomain);
  return finish(desk, await bind(desk, await upToDate(desk, payment), wanted));
}

/**
 * Adds the year that an order has paid for to its handle; without an order, one that costs nothing at the moment. Throws
 * `payment_bound` for another handle's payment, `payment_required` for a year that costs something.
 */
export async function completeRenewal(
  desk: PaymentContext,
  owner: { accountId: number; id: number },
  orderId: string | undefined,
): Promise<Completed> {
  if (orderId === undefined) return renewed(await renewForNothing(desk, owner));
  const payment = await paymentByOrder(desk.db, orderId);
  if (!payment) throw new ApiError('payment_unknown');
  if (!payment.is_renewal || payment.handle_id !== owner.id || payment.account_id !== owner.accountId) {
    throw new ApiError('payment_bound');
  }
  return finish(desk, await upToDate(desk, payment));
}

/** Throws where a payment is for something else than what is wanted of it. */
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

/** The payment after a look at PayPal, where it is not known yet that the money was taken. */
async function upToDate(desk: PaymentContext, payment: Payment): Promise<Payment> {
  if (payment.state !== 'created') return payment;
  const look = await fetchOrderStatus(desk, payment);
  if (look.kind === 'no-answer') {
    throw new ApiError(payment.capture_tried_at ? 'payment_unsettled' : 'payments_unavailable', { retryAfter: 30 });
  }
  if (look.kind === 'differs') throw new ApiError('payment_differs');
  return look.payment;
}

/** Notes what a payment is for whose order did not say it: the first claim that fits gets it. */
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

async function finish(desk: PaymentContext, payment: Payment): Promise<Completed> {
  const ended = payment.state === 'captured' ? await grant(desk, payment.id) : payment;
  if (ended.state === 'granted' && ended.paid_until && ended.handle !== null) {
    const { handle, paid_until: paidUntil } = ended;
    if (ended.is_renewal) return renewed({ handle, paidUntil });
    const message = `${handle} is yours. Sign in by the link that we mail you.`;
    return { message, handle, paidUntil: paidUntil.toISOString() };
  }
  if (ended.state === 'created') throw new ApiError('payment_open');
  if (ended.state === 'pending') throw new ApiError('payment_pending');
  // Decided and told: whether PayPal answers at once changes nothing for the person.
  if (ended.state === 'refunding') await returnMoney(desk, ended);
  throw new ApiError(endOf(ended.state, ended.refund_reason));
}
