import { expire, recordCapture } from './capture-record-rules.ts';
import type { PaymentContext } from './payment-context.ts';
import { changePayment, lockPayment, type Payment } from './payment-store.ts';
import type { Outcome } from './paypal/outcome.ts';
import { type Capture, captureOf, type Order } from './paypal/replies.ts';
import { orderDiffers } from './paypal/verify.ts';

/** How an order stands at PayPal, after its money was written down: what may be done with it next. */
export type PaypalStatus =
  | { kind: 'approved' | 'open' | 'settled' | 'differs' | 'gone'; payment: Payment }
  | { kind: 'no-answer'; problem: string };

/** Reads the order at PayPal and compares it with ours. One that differs is given up; money it took goes back. */
export async function fetchOrderStatus(desk: PaymentContext, payment: Payment): Promise<PaypalStatus> {
  if (payment.order_id === null) return { kind: 'gone', payment };
  const outcome = await desk.paypal.order(payment.order_id);
  if (outcome.kind === 'refused') {
    return { kind: 'gone', payment: await giveUp(desk, payment, `PayPal has no such order: ${outcome.issue}`) };
  }
  if (outcome.kind !== 'done') return { kind: 'no-answer', problem: outcome.problem };
  return compareWithPaypal(desk, payment, outcome.value);
}

/** The same with an order that PayPal has just answered. */
export async function compareWithPaypal(desk: PaymentContext, payment: Payment, order: Order): Promise<PaypalStatus> {
  const differs = orderDiffers(payment, order, desk.paypal.config.merchantId);
  const capture = captureOf(order);
  const declined = capture?.status === 'DECLINED' || capture?.status === 'FAILED';
  // A declined try leaves an approved order open for the next one.
  if (capture && !(declined && order.status === 'APPROVED'))
    return { kind: 'settled', payment: await record(desk, payment, order, capture, differs) };
  if (differs !== undefined) {
    desk.log?.error({ payment: payment.id, differs }, 'an order at PayPal is not as we made it');
    return { kind: 'differs', payment: await giveUp(desk, payment, `not as ordered: ${differs}`) };
  }
  if (order.status === 'VOIDED') return { kind: 'gone', payment: await giveUp(desk, payment, 'voided') };
  if (order.status === 'COMPLETED') return { kind: 'no-answer', problem: 'completed, but no capture is named' };
  return { kind: order.status === 'APPROVED' ? 'approved' : 'open', payment };
}

async function record(
  desk: PaymentContext,
  payment: Payment,
  order: Order,
  capture: Capture,
  differs: string | undefined,
): Promise<Payment> {
  const payer = order.payer?.email_address;
  if (payer !== undefined && payment.payer_email === null) {
    await changePayment(desk.db, payment.id, { payer_email: payer });
  }
  // An order's list of captures may leave the sum out, and then it is the order's.
  const whole = { ...capture, amount: capture.amount ?? order.purchase_units?.[0]?.amount };
  return recordCapture(desk, payment.id, whole, differs);
}

/** Reads a capture at PayPal and writes down how it stands. */
export async function fetchCaptureStatus(desk: PaymentContext, payment: Payment): Promise<Outcome<Payment>> {
  const outcome = await desk.paypal.captureById(payment.capture_id ?? '');
  if (outcome.kind !== 'done') return outcome;
  if (outcome.value.amount === undefined) return { kind: 'later', problem: 'a capture without a sum' };
  return { kind: 'done', value: await recordCapture(desk, payment.id, outcome.value) };
}

async function giveUp({ db }: PaymentContext, payment: Payment, problem: string): Promise<Payment> {
  return db.transaction().execute(async (trx) => {
    const now = await lockPayment(trx, payment.id);
    return now.state === 'created' ? expire(trx, now, problem) : now;
  });
}
