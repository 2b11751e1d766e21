import { randomUUID } from 'node:crypto';
import { planForHandle } from '../../contract/plans.ts';
import type { DB } from '../../db/schema.ts';
import { assertForeignAddress } from '../forwarding/shared/foreign-address.ts';
import { browserSecret, HOLD_MINUTES, holdHandle, ownHold, releaseHold } from '../handles/holds-rules.ts';
import { renewable } from '../handles/paid-rules.ts';
import type { Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { expire } from './capture-record-rules.ts';
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
import { assertSaid, planAtPrice, priceOfHandle, type Said } from './price-rules.ts';
import { renewalPrice } from './renewal-rules.ts';
import { singleFlight } from './single-flight.ts';

const MINUTE = 60_000;
/** An order that nobody came back to is looked at then for the first time. */
const FIRST_LOOK = 5 * MINUTE;

/** What an order pays for. */
export interface Wanted extends Said {
  handle?: string | undefined;
  email?: string | undefined;
  renew?: number | undefined;
  /** The secret that this browser sent, from an earlier order of its own or made up. */
  secret?: string | undefined;
  /** Where the order comes from; left out where networks are not limited. */
  network?: string | undefined;
  /** Who is signed in. */
  account?: { id: number; email: string } | undefined;
}

interface Placed {
  id: string;
  /** What this browser keeps, to prove its own holds; undefined where the order holds nothing for it. */
  secret?: string | undefined;
}

/** An order that was begun, or begun before, with the secret of the browser that it holds a handle for. */
interface Begun {
  payment: Payment;
  secret?: string;
}

/** Makes an order at PayPal at our own price. A claim that says its handle holds it. Throws why it can't be. */
export async function placeOrder(desk: PaymentContext, wanted: Wanted): Promise<Placed> {
  const { payment, secret } = await begin(desk, wanted);
  return { id: payment.order_id ?? (await orderAtPaypal(desk, payment)), secret };
}

async function begin(desk: PaymentContext, wanted: Wanted): Promise<Begun> {
  if (wanted.renew !== undefined) return { payment: await beginRenewal(desk, wanted, wanted.renew) };
  const { handle, email } = wanted;
  if (handle === undefined && email === undefined) return { payment: await beginOpen(desk, wanted) };
  if (handle === undefined || email === undefined) throw new ApiError('order_ambiguous');
  return beginClaim(desk, wanted, { handle: handle.toLowerCase(), email });
}

/** An order of a client that says what it pays for only when it completes the claim. */
async function beginOpen(desk: PaymentContext, wanted: Wanted): Promise<Payment> {
  const price = await planAtPrice(desk.db, wanted);
  return insertPayment(desk.db, fresh(desk, price));
}

/**
 * Begins a claim and holds its handle for the browser. Another browser that names the same handle and address gets the
 * order, so that the same person does not pay twice, but not the secret, with which a hold can be given up.
 */
async function beginClaim(
  desk: PaymentContext,
  said: Wanted,
  wanted: { handle: string; email: string },
): Promise<Begun> {
  const { db, clock, site } = desk;
  assertForeignAddress(wanted.email, site.mailDomain, 'email');
  return db.transaction().execute(async (trx) => {
    const price = await priceOfHandle(trx, wanted.handle);
    assertSaid(said, price.cents);
    await lockOrdersOf(trx, wanted.handle);
    const secret = await browserSecret(trx, said.secret, clock());
    const own = await ownHold(trx, wanted.handle, secret, clock());
    const known = await openOrderFor(trx, { ...wanted, ...recent(desk), cents: price.cents, renews: null });
    if (known) return { payment: known, ...(own === known.reference && { secret }) };
    if (own !== undefined) await giveUp(trx, wanted.handle, own);
    const payment = fresh(desk, price, wanted);
    await holdHandle(trx, { ...wanted, holder: payment.reference, secret, network: said.network }, clock());
    return { payment: await insertPayment(trx, payment), secret };
  });
}

/** Gives up a hold for another order of the same browser, such as one with the address corrected. */
async function giveUp(trx: Transaction<DB>, handle: string, reference: string): Promise<void> {
  const unpaid = await unpaidClaim(trx, { reference, handle });
  if (unpaid) await expire(trx, unpaid, 'ordered anew in the same browser');
}

async function beginRenewal(desk: PaymentContext, wanted: Wanted, id: number): Promise<Payment> {
  const { db, clock } = desk;
  const { account } = wanted;
  if (!account) throw new ApiError('signed_out');
  return db.transaction().execute(async (trx) => {
    const terms = await renewable(trx, { accountId: account.id, id }, clock());
    const cents = await renewalPrice(trx, terms, clock());
    if (cents === 0) throw new ApiError('nothing_to_pay');
    assertSaid(wanted, cents);
    await lockOrdersOf(trx, terms.handle);
    const claim = { handle: terms.handle, email: account.email };
    const known = await openOrderFor(trx, { ...claim, ...recent(desk), cents, renews: id });
    if (known) return known;
    const payment = fresh(desk, { plan: planForHandle(terms.handle), cents }, claim);
    return insertPayment(trx, { ...payment, is_renewal: true, handle_id: id, account_id: account.id });
  });
}

const recent = ({ clock }: PaymentContext) => ({ since: new Date(clock().getTime() - HOLD_MINUTES * MINUTE) });

function fresh(
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
    client_id: paypal.config.clientId,
    created_at: now,
    next_check_at: new Date(now.getTime() + FIRST_LOOK),
  };
}

/** Asks PayPal for the order and notes its id. Where that fails nothing is held any longer: nobody can pay for it. */
async function orderAtPaypal(desk: PaymentContext, payment: Payment): Promise<string> {
  const { db, site, paypal } = desk;
  return singleFlight(`order ${payment.reference}`, async () => {
    const what = payment.handle ?? `a ${payment.plan} handle`;
    const outcome = await paypal.createOrder({
      reference: payment.reference,
      cents: payment.price_cents,
      description: `${what} on ${site.host}, one year`,
    });
    if (outcome.kind === 'done') {
      const payee = await payeeNamed(desk, outcome.value);
      if (payee.kind === 'ours') {
        await changePayment(db, payment.id, { order_id: outcome.value.id, payee: payee.payee ?? null });
        return outcome.value.id;
      }
    }
    const problem = outcome.kind === 'done' ? 'the order pays somebody else' : problemOf(outcome);
    await releaseHold(db, payment.reference);
    await changePayment(db, payment.id, { state: 'lapsed', problem });
    desk.log?.warn({ payment: payment.id, problem }, 'PayPal made no order');
    throw new ApiError('payments_unavailable', { retryAfter: 30 });
  });
}

/** Whom a new order pays, and whether that is us: as set, or else whomever all orders before paid. */
async function payeeNamed(
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
