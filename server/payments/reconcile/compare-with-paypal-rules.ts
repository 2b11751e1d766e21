import { expire, recordCapture } from '../capture/capture-record-rules.ts';
import type { PaymentContext } from '../payment-context.ts';
import { changePayment, lockPayment, type Payment } from '../payment-store.ts';
import type { Outcome } from '../paypal/outcome.ts';
import { type Capture, captureOf, type Order } from '../paypal/replies.ts';
import { orderDiffers } from '../paypal/verify.ts';

/** The state of an order at PayPal. Its capture, if any, has been recorded. */
export type PaypalStatus =
  | { kind: 'approved' | 'open' | 'settled' | 'differs' | 'gone'; payment: Payment }
  | { kind: 'no-response'; problem: string };

/** Reads an order at PayPal and compares it with ours. An order that differs expires; its capture is refunded. */
export async function fetchOrderStatus(context: PaymentContext, payment: Payment): Promise<PaypalStatus> {
  if (payment.order_id === null) return { kind: 'gone', payment };
  const outcome = await context.paypal.order(payment.order_id);
  if (outcome.kind === 'refused') {
    return { kind: 'gone', payment: await expireOrder(context, payment, `PayPal has no such order: ${outcome.issue}`) };
  }
  if (outcome.kind !== 'done') return { kind: 'no-response', problem: outcome.problem };
  return compareWithPaypal(context, payment, outcome.value);
}

/** Compares an order in a response of PayPal with ours. An order that differs expires; its capture is refunded. */
export async function compareWithPaypal(
  context: PaymentContext,
  payment: Payment,
  order: Order,
): Promise<PaypalStatus> {
  const differs = orderDiffers(payment, order, context.paypal.config.merchantId);
  const capture = captureOf(order);
  const declined = capture?.status === 'DECLINED' || capture?.status === 'FAILED';
  // A declined attempt leaves an approved order open for the next one.
  if (capture && !(declined && order.status === 'APPROVED'))
    return { kind: 'settled', payment: await record(context, payment, order, capture, differs) };
  if (differs !== undefined) {
    context.log?.error(
      { event: 'payments.order.differs', payment: payment.id, differs },
      'An order at PayPal differs from the one we created',
    );
    return { kind: 'differs', payment: await expireOrder(context, payment, `not as ordered: ${differs}`) };
  }
  if (order.status === 'VOIDED') return { kind: 'gone', payment: await expireOrder(context, payment, 'voided') };
  if (order.status === 'COMPLETED')
    return { kind: 'no-response', problem: 'completed, but the response names no capture' };
  return { kind: order.status === 'APPROVED' ? 'approved' : 'open', payment };
}

async function record(
  context: PaymentContext,
  payment: Payment,
  order: Order,
  capture: Capture,
  differs: string | undefined,
): Promise<Payment> {
  const payer = order.payer?.email_address;
  if (payer !== undefined && payment.payer_email === null) {
    await changePayment(context.db, payment.id, { payer_email: payer });
  }
  // A capture within an order may have no amount; then the amount of the order applies.
  const whole = { ...capture, amount: capture.amount ?? order.purchase_units?.[0]?.amount };
  return recordCapture(context, payment.id, whole, differs);
}

/** Reads a capture at PayPal and records its state. */
export async function fetchCaptureStatus(context: PaymentContext, payment: Payment): Promise<Outcome<Payment>> {
  const outcome = await context.paypal.captureById(payment.capture_id ?? '');
  if (outcome.kind !== 'done') return outcome;
  if (outcome.value.amount === undefined) return { kind: 'later', problem: 'a capture without an amount' };
  return { kind: 'done', value: await recordCapture(context, payment.id, outcome.value) };
}

async function expireOrder({ db }: PaymentContext, payment: Payment, problem: string): Promise<Payment> {
  return db.transaction().execute(async (trx) => {
    const now = await lockPayment(trx, payment.id);
    return now.state === 'created' ? expire(trx, now, problem) : now;
  });
}
