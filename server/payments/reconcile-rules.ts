import { ApiError } from '../platform/http/api-error.ts';
import { expire, refund } from './capture-record-rules.ts';
import { captureOnce } from './capture-rules.ts';
import { fetchCaptureStatus, fetchOrderStatus } from './compare-with-paypal-rules.ts';
import { toldStatuses } from './event-store.ts';
import { grant } from './grant-rules.ts';
import type { PaymentContext } from './payment-context.ts';
import {
  changePayment,
  duePayments,
  forgetPayers,
  interruptedPayments,
  lockPayment,
  type Payment,
  paymentById,
} from './payment-store.ts';
import { returnMoney } from './refund-rules.ts';
import { singleFlight } from './single-flight.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** PayPal forgets an approval after three hours: an order that old is never paid. */
const ORDER_LIFE = 4 * HOUR;
/** Money for which nobody said what it is for waits so long. */
const UNCLAIMED = HOUR;
/** An order whose making was interrupted: nobody can know its id. */
const NAMELESS = 15 * MINUTE;
const A_SWEEP = 200;

/**
 * Brings a payment as far as it can go now: asks PayPal, takes what was approved, grants what was paid, returns what
 * can't be granted. Answers it as it stands; repeating it does no harm.
 */
export async function reconcilePayment(desk: PaymentContext, id: number): Promise<Payment | undefined> {
  let payment = await paymentById(desk.db, id);
  if (payment?.state === 'created') payment = await settleOrder(desk, payment);
  if (payment && (await isBehind(desk, payment))) payment = await readCapture(desk, payment);
  if (payment?.state === 'captured') payment = await settleMoney(desk, payment);
  if (payment?.state === 'refunding') payment = await returnMoney(desk, payment);
  return payment && isOpen(payment) ? comeBack(desk, payment) : payment;
}

const isOpen = ({ state }: Payment) =>
  state === 'created' || state === 'pending' || state === 'captured' || state === 'refunding';

/** An order without money: taken where the person approved and all is known, given up when its time is over. */
async function settleOrder(desk: PaymentContext, payment: Payment): Promise<Payment> {
  const age = desk.clock().getTime() - payment.created_at.getTime();
  if (payment.order_id === null) return age > NAMELESS ? giveUp(desk, payment, 'no order was made') : payment;
  const look = await fetchOrderStatus(desk, payment);
  if (look.kind === 'no-answer') return payment;
  if (look.kind === 'approved' && payment.handle !== null) {
    // Approved in our dialog: the person wants it. Why it can't be taken is written down where it is tried.
    await captureOnce(desk, payment).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
    return (await paymentById(desk.db, payment.id)) ?? payment;
  }
  // Also one whose capture was declined, and which nobody paid another way.
  const over = age > ORDER_LIFE && look.payment.state === 'created';
  return over ? giveUp(desk, look.payment, 'never paid') : look.payment;
}

async function giveUp({ db }: PaymentContext, { id }: Payment, problem: string): Promise<Payment> {
  return db.transaction().execute(async (trx) => {
    const now = await lockPayment(trx, id);
    return now.state === 'created' ? expire(trx, now, problem) : now;
  });
}

/** Whether PayPal may know more than we do: a check that goes on, or an event that tells of a return. */
async function isBehind({ db }: PaymentContext, payment: Payment): Promise<boolean> {
  if (payment.capture_id === null || payment.state === 'refunded') return false;
  if (payment.state === 'pending') return true;
  return (await toldStatuses(db, payment.capture_id)).includes('REFUNDED');
}

async function readCapture(desk: PaymentContext, payment: Payment): Promise<Payment> {
  const look = await fetchCaptureStatus(desk, payment);
  if (look.kind === 'done') return look.value;
  // A payment that was given is closed: nothing else would make us ask again.
  if (!isOpen(payment)) throw new Error(`capture ${payment.capture_id} could not be read`);
  return changePayment(desk.db, payment.id, { problem: 'the capture could not be read' });
}

async function settleMoney(desk: PaymentContext, payment: Payment): Promise<Payment> {
  if (payment.handle !== null) return grant(desk, payment.id);
  const since = payment.captured_at?.getTime() ?? 0;
  if (desk.clock().getTime() - since < UNCLAIMED) return payment;
  return desk.db.transaction().execute(async (trx) => {
    const now = await lockPayment(trx, payment.id);
    return now.state === 'captured' && now.handle === null ? refund(trx, desk, now, 'unclaimed') : now;
  });
}

/** Notes when to look again: the older the payment, the rarer. */
async function comeBack({ db, clock }: PaymentContext, payment: Payment): Promise<Payment> {
  const age = clock().getTime() - payment.created_at.getTime();
  const wait = Math.min(Math.max(age / 3, MINUTE), 6 * HOUR);
  return changePayment(db, payment.id, { next_check_at: new Date(clock().getTime() + wait) });
}

/**
 * Settles every payment that is due; after a start also those that a process may have died over. One that fails does not
 * hold up the others.
 */
export async function reconcilePayments(desk: PaymentContext, afterStart: boolean): Promise<void> {
  // While PayPal answers slowly, one sweep may outlast the time to the next.
  return singleFlight(`sweep ${afterStart}`, () => sweep(desk, afterStart));
}

async function sweep(desk: PaymentContext, afterStart: boolean): Promise<void> {
  const due = await duePayments(desk.db, desk.clock(), A_SWEEP);
  const ids = afterStart ? new Set([...(await interruptedPayments(desk.db, A_SWEEP)), ...due]) : due;
  for (const id of ids) {
    await reconcilePayment(desk, id).catch(async (error: unknown) => {
      desk.log?.error({ err: error, payment: id }, 'a payment could not be settled');
      const payment = await paymentById(desk.db, id);
      if (payment) await comeBack(desk, payment);
    });
  }
}

/** Forgets the payers of payments that nobody has any more; the sums stay for the books. */
export async function forgetOldPayers({ db, clock }: PaymentContext): Promise<void> {
  await forgetPayers(db, new Date(clock().getTime() - 90 * DAY));
}
