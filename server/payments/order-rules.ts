import { randomUUID } from 'node:crypto';
import { planForHandle } from '../../contract/payments/plans.ts';
import { MINUTE } from '../../contract/time.ts';
import type { DB } from '../../db/schema.ts';
import { assertForeignAddress } from '../addresses/foreign-address.ts';
import { browserSecret, HOLD_MINUTES, holdHandle, holdOfBrowser } from '../handles/holds-rules.ts';
import { renewableHandle } from '../handles/paid-rules.ts';
import { releaseHold } from '../handles/shared/holds-store.ts';
import type { Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { singleFlight } from '../platform/single-flight.ts';
import { assertMayOrder, needsProof } from '../site/claim-rights-rules.ts';
import { expire } from './capture/capture-record-rules.ts';
import type { PaymentContext } from './payment-context.ts';
import {
  changePayment,
  insertPayment,
  knownPayee,
  lockOrdersOf,
  openOrderFor,
  type Payment,
  unpaidClaim,
} from './payment-store.ts';
import { type Order, payeeOf } from './paypal/replies.ts';
import { assertQuotedPrice, planAtPrice, priceOfHandle, type QuotedPrice } from './prices/price-rules.ts';
import { renewalPrice } from './renewal/renewal-rules.ts';

/** Time until an order that was not completed is first checked at PayPal. */
const FIRST_CHECK = 5 * MINUTE;

/** The item that an order pays for. */
export interface OrderRequest extends QuotedPrice {
  handle?: string | undefined;
  email?: string | undefined;
  renew?: number | undefined;
  /** The secret from the browser's cookie. It may be invalid. */
  secret?: string | undefined;
  /** The network of the client; undefined if networks are not limited. */
  network?: string | undefined;
  /** The id of the invitation to claim. */
  invitationId?: number | undefined;
  /** The signed-in account. */
  account?: { id: number; email: string } | undefined;
}

interface Placed {
  id: string;
  /** The secret for the browser's cookie; undefined if the order holds no handle. */
  secret?: string | undefined;
}

/** A new or existing order, with the secret of the browser for which it holds a handle. */
interface Begun {
  payment: Payment;
  secret?: string;
}

/**
 * Creates an order at PayPal at our own price, and holds the handle of a claim. Throws an error with the reason if that
 * fails.
 */
export async function placeOrder(context: PaymentContext, wanted: OrderRequest): Promise<Placed> {
  const { payment, secret } = await begin(context, wanted);
  return { id: payment.order_id ?? (await orderAtPaypal(context, payment)), secret };
}

async function begin(context: PaymentContext, wanted: OrderRequest): Promise<Begun> {
  if (wanted.renew !== undefined) return { payment: await beginRenewal(context, wanted, wanted.renew) };
  const { handle, email } = wanted;
  if (handle === undefined && email === undefined) return { payment: await beginOpen(context, wanted) };
  if (handle === undefined || email === undefined) throw new ApiError('order_ambiguous');
  return beginClaim(context, wanted, { handle: handle.toLowerCase(), email });
}

/** Begins an order for a client that names the handle only when it completes the claim. */
async function beginOpen(context: PaymentContext, wanted: OrderRequest): Promise<Payment> {
  if (await needsProof(context.db)) throw new ApiError('order_ambiguous');
  const price = await planAtPrice(context.db, wanted);
  return insertPayment(context.db, paymentValues(context, price));
}

/**
 * Begins a claim and holds its handle for the browser. Another browser with the same handle and address gets the same
 * order, so that a person does not pay twice. It does not get the secret, with which a hold could be released.
 */
async function beginClaim(
  context: PaymentContext,
  request: OrderRequest,
  wanted: { handle: string; email: string },
): Promise<Begun> {
  const { db, clock, site } = context;
  assertForeignAddress(wanted.email, site.mailDomain, 'email');
  return db.transaction().execute(async (trx) => {
    const { invitationId: invitation } = request;
    const admission = await assertMayOrder(trx, { ...wanted, invitation }, clock(), request.account);
    const price = await priceOfHandle(trx, wanted.handle);
    assertQuotedPrice(request, price.cents);
    await lockOrdersOf(trx, wanted.handle);
    const secret = await browserSecret(trx, request.secret, clock());
    const own = await holdOfBrowser(trx, wanted.handle, secret, clock());
    const known = await openOrderFor(trx, {
      ...wanted,
      ...recent(context),
      cents: price.cents,
      renews: null,
      invitation: invitation ?? null,
    });
    if (known) return { payment: known, ...(own === known.reference && { secret }) };
    if (own !== undefined) await expireOwnOrder(trx, wanted.handle, own);
    const payment = { ...paymentValues(context, price, wanted), claim_invitation_id: invitation ?? null };
    const hold = { ...wanted, holder: payment.reference, secret, network: request.network, ...admission };
    await holdHandle(trx, hold, clock());
    return { payment: await insertPayment(trx, payment), secret };
  });
}

/** Expires a hold for another order of the same browser, such as one with a corrected address. */
async function expireOwnOrder(trx: Transaction<DB>, handle: string, reference: string): Promise<void> {
  const unpaid = await unpaidClaim(trx, { reference, handle });
  if (unpaid) await expire(trx, unpaid, 'replaced by another order of the same browser');
}

async function beginRenewal(context: PaymentContext, wanted: OrderRequest, id: number): Promise<Payment> {
  const { db, clock } = context;
  const { account } = wanted;
  if (!account) throw new ApiError('signed_out');
  return db.transaction().execute(async (trx) => {
    const terms = await renewableHandle(trx, { account, id, right: 'own' }, clock());
    const cents = await renewalPrice(trx, terms, clock());
    if (cents === 0) throw new ApiError('nothing_to_pay');
    assertQuotedPrice(wanted, cents);
    await lockOrdersOf(trx, terms.handle);
    const claim = { handle: terms.handle, email: account.email };
    const known = await openOrderFor(trx, { ...claim, ...recent(context), cents, renews: id, invitation: null });
    if (known) return known;
    const payment = paymentValues(context, { plan: planForHandle(terms.handle), cents }, claim);
    return insertPayment(trx, { ...payment, is_renewal: true, handle_id: id, account_id: account.id });
  });
}

const recent = ({ clock }: PaymentContext) => ({ since: new Date(clock().getTime() - HOLD_MINUTES * MINUTE) });

function paymentValues(
  { clock, paypal }: PaymentContext,
  { plan, cents }: { plan: string; cents: number },
  claim?: { handle: string; email: string },
) {
  const now = clock();
  return {
    reference: randomUUID(),
    plan,
    price_cents: cents,
    handle: claim?.handle ?? null,
    email: claim?.email ?? null,
    is_renewal: false,
    handle_id: null,
    account_id: null,
    claim_invitation_id: null,
    client_id: paypal.config.clientId,
    created_at: now,
    next_check_at: new Date(now.getTime() + FIRST_CHECK),
  };
}

/** Creates the order at PayPal and records its id. If that fails, releases the hold, because the order cannot be paid. */
async function orderAtPaypal(context: PaymentContext, payment: Payment): Promise<string> {
  const { db, site, paypal } = context;
  return singleFlight(`order ${payment.reference}`, async () => {
    const item = payment.handle ?? `a ${payment.plan} handle`;
    const outcome = await paypal.createOrder({
      reference: payment.reference,
      cents: payment.price_cents,
      description: `${item} on ${site.host}, one year`,
      brand: site.name,
    });
    if (outcome.kind === 'done') {
      const payee = await checkPayee(context, outcome.value);
      if (payee.kind === 'ours') {
        await changePayment(db, payment.id, { order_id: outcome.value.id, payee: payee.payee ?? null });
        return outcome.value.id;
      }
    }
    const problem = outcome.kind === 'done' ? 'the order pays another merchant' : problemOf(outcome);
    await releaseHold(db, payment.reference);
    await changePayment(db, payment.id, { state: 'lapsed', problem });
    context.log?.warn({ event: 'payments.order.failed', payment: payment.id, problem }, 'PayPal created no order');
    throw new ApiError('payments_unavailable', { retryAfter: 30 });
  });
}

/**
 * Returns the payee of a new order, and whether it is ours: the merchant id in the settings, else the payee of earlier
 * payments.
 */
async function checkPayee(
  { db, paypal }: PaymentContext,
  order: Order,
): Promise<{ kind: 'ours'; payee: string | undefined } | { kind: 'other' }> {
  let payee = payeeOf(order.purchase_units?.[0]);
  if (payee === undefined) {
    const again = await paypal.order(order.id);
    if (again.kind === 'done') payee = payeeOf(again.value.purchase_units?.[0]);
  }
  const ours = paypal.config.merchantId ?? (await knownPayee(db, paypal.config.clientId));
  if (payee !== undefined && ours !== undefined && payee !== ours) return { kind: 'other' };
  return { kind: 'ours', payee };
}

function problemOf(outcome: { kind: string; issue?: string; problem?: string }): string {
  return outcome.issue ?? outcome.problem ?? outcome.kind;
}
