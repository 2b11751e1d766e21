import { z } from 'zod';
import { CURRENCY } from '../../contract/currency.ts';
import { parseCents } from '../../contract/payments.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { insertEvent } from './event-store.ts';
import type { PaymentContext } from './payment-context.ts';
import { type Payment, paymentNamed } from './payment-store.ts';
import { scheduleReconcile } from './schedule.ts';

const resource = z.looseObject({
  id: z.string(),
  custom_id: z.string().optional(),
  amount: z.object({ currency_code: z.string(), value: z.string() }).optional(),
  supplementary_data: z
    .object({
      related_ids: z.object({ order_id: z.string().optional(), capture_id: z.string().optional() }).optional(),
    })
    .optional(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
  purchase_units: z.array(z.object({ custom_id: z.string().optional() })).optional(),
});
const event = z.object({ id: z.string().min(1).max(200), event_type: z.string().max(200), resource: z.unknown() });

/** What each event says of a capture. PayPal says DENIED for what it elsewhere calls DECLINED; both occur. */
const STATUS: Record<string, string> = {
  'PAYMENT.CAPTURE.PENDING': 'PENDING',
  'PAYMENT.CAPTURE.COMPLETED': 'COMPLETED',
  'PAYMENT.CAPTURE.DENIED': 'DECLINED',
  'PAYMENT.CAPTURE.DECLINED': 'DECLINED',
  'PAYMENT.CAPTURE.REFUNDED': 'REFUNDED',
  // A chargeback, or PayPal's own decision: the money is gone all the same.
  'PAYMENT.CAPTURE.REVERSED': 'REFUNDED',
};
const APPROVED = 'CHECKOUT.ORDER.APPROVED';

/** The browser of whoever approved has so many seconds to go on by itself. */
const BROWSER_FIRST = 60;

/**
 * Notes a genuine event of a payment of ours, once, and has the payment looked at: what it says is a hint, the look finds
 * the truth, so the order in which events come does not matter. Others need nothing.
 */
export async function takeEvent(desk: PaymentContext, body: Buffer): Promise<void> {
  const said = event.safeParse(parseJson(body));
  if (!said.success) throw new ApiError('invalid_json');
  const { id, event_type: type } = said.data;
  if (type !== APPROVED && STATUS[type] === undefined) return;
  const about = resource.safeParse(said.data.resource);
  if (!about.success) return;
  const captureId = type === APPROVED ? undefined : captureNamed(type, about.data);
  const related = about.data.supplementary_data?.related_ids?.order_id;
  const payment = await paymentNamed(desk.db, {
    orderId: type === APPROVED ? about.data.id : related,
    captureId,
    reference: about.data.custom_id ?? about.data.purchase_units?.[0]?.custom_id,
  });
  if (!payment) return;
  const captureStatus = statusOf(type, about.data.amount, payment);
  await desk.db.transaction().execute(async (trx) => {
    const noted = { id, paymentId: payment.id, type, captureId, captureStatus };
    if (!(await insertEvent(trx, noted, desk.clock()))) return;
    await scheduleReconcile(trx, payment.id, type === APPROVED ? BROWSER_FIRST : 0);
  });
}

/** The capture that an event is about. That of a return is about the return, and names the capture in a link. */
function captureNamed(type: string, about: z.infer<typeof resource>): string | undefined {
  if (STATUS[type] !== 'REFUNDED') return about.id;
  const up = about.links?.find(({ rel, href }) => rel === 'up' && href.includes('/captures/'))?.href;
  return about.supplementary_data?.related_ids?.capture_id ?? up?.split('/').at(-1) ?? about.id;
}

/** A part that was returned by hand takes nothing back. */
function statusOf(type: string, amount: z.infer<typeof resource>['amount'], payment: Payment): string | undefined {
  const whole =
    amount === undefined || (amount.currency_code === CURRENCY && parseCents(amount.value) === payment.price_cents);
  return STATUS[type] === 'REFUNDED' && !whole ? 'PARTIALLY_REFUNDED' : STATUS[type];
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
