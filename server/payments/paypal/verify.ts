import { parseCents } from '../../../contract/payments/cents.ts';
import { CURRENCY, INTENT } from '../../../contract/payments/currency.ts';
import type { Payment } from '../payment-store.ts';
import { type Capture, type Order, payeeOf } from './replies.ts';

type Money = { currency_code: string; value: string } | undefined;

/** Returns the first difference between an order at PayPal and ours, or undefined. */
export function orderDiffers(payment: Payment, order: Order, merchantId: string | undefined): string | undefined {
  if (order.id !== payment.order_id) return 'another order';
  if (order.intent !== undefined && order.intent !== INTENT) return `intent ${order.intent}`;
  const [unit, ...others] = order.purchase_units ?? [];
  if (!unit || others.length > 0) return 'not one purchase unit';
  if (!isPrice(unit.amount, payment)) return `amount ${unit.amount?.value} ${unit.amount?.currency_code}`;
  return detailsDiffer(payment, unit, merchantId, payment.payee !== null);
}

/**
 * Returns the first difference between a capture and our order, or undefined. Parts that the capture omits were checked
 * with its order.
 */
export function captureDiffers(payment: Payment, capture: Capture, merchantId: string | undefined): string | undefined {
  if (payment.capture_id !== null && capture.id !== payment.capture_id) return 'another capture';
  if (!isPrice(capture.amount, payment)) return `captured ${capture.amount?.value} ${capture.amount?.currency_code}`;
  return detailsDiffer(payment, capture, merchantId, false);
}

function isPrice(money: Money, payment: Payment): boolean {
  return money?.currency_code === CURRENCY && parseCents(money.value) === payment.price_cents;
}

function detailsDiffer(
  payment: Payment,
  part: { custom_id?: string | undefined } & Parameters<typeof payeeOf>[0],
  merchantId: string | undefined,
  mustNamePayee: boolean,
): string | undefined {
  if (part.custom_id !== undefined && part.custom_id !== payment.reference) return 'another reference';
  const payee = payeeOf(part);
  if (payee === undefined) return mustNamePayee ? 'no payee' : undefined;
  const ours = merchantId ?? payment.payee ?? payee;
  return payee === ours ? undefined : 'another payee';
}
