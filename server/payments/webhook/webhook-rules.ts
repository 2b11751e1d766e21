import { z } from 'zod';
import { parseCents } from '../../../contract/payments/cents.ts';
import { CURRENCY } from '../../../contract/payments/currency.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { insertEvent } from '../event-store.ts';
import type { PaymentContext } from '../payment-context.ts';
import { findPayment, type Payment } from '../payment-store.ts';
import { scheduleReconcile } from '../reconcile/payment-check-schedule.ts';

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

/** The state of the capture by type of event. DENIED and DECLINED mean the same, and both occur. */
const STATUS: Record<string, string> = {
  'PAYMENT.CAPTURE.PENDING': 'PENDING',
  'PAYMENT.CAPTURE.COMPLETED': 'COMPLETED',
  'PAYMENT.CAPTURE.DENIED': 'DECLINED',
  'PAYMENT.CAPTURE.DECLINED': 'DECLINED',
  'PAYMENT.CAPTURE.REFUNDED': 'REFUNDED',
  // A chargeback, or a decision of PayPal.
  'PAYMENT.CAPTURE.REVERSED': 'REFUNDED',
};
const APPROVED = 'CHECKOUT.ORDER.APPROVED';

/** Seconds in which the payer's browser can complete an approved order before the job does. */
const BROWSER_FIRST = 60;

/**
 * Records a genuine event of a known payment once and schedules a check of the payment. The check reads the state at PayPal,
 * so the order of events does not matter. Other events are ignored.
 */
export async function handleEvent(context: PaymentContext, body: Buffer): Promise<void> {
  const parsed = event.safeParse(parseJson(body));
  if (!parsed.success) throw new ApiError('invalid_json');
  const { id, event_type: type } = parsed.data;
  if (type !== APPROVED && STATUS[type] === undefined) return;
  const about = resource.safeParse(parsed.data.resource);
  if (!about.success) return;
  const captureId = type === APPROVED ? undefined : captureIdOf(type, about.data);
  const related = about.data.supplementary_data?.related_ids?.order_id;
  const payment = await findPayment(context.db, {
    orderId: type === APPROVED ? about.data.id : related,
    captureId,
    reference: about.data.custom_id ?? about.data.purchase_units?.[0]?.custom_id,
  });
  if (!payment) return;
  const captureStatus = statusOf(type, about.data.amount, payment);
  await context.db.transaction().execute(async (trx) => {
    const record = { id, paymentId: payment.id, type, captureId, captureStatus };
    if (!(await insertEvent(trx, record, context.clock()))) return;
    await scheduleReconcile(trx, payment.id, type === APPROVED ? BROWSER_FIRST : 0);
  });
}

/** Returns the id of the capture that an event is about. The event of a refund links to the capture. */
function captureIdOf(type: string, about: z.infer<typeof resource>): string | undefined {
  if (STATUS[type] !== 'REFUNDED') return about.id;
  const up = about.links?.find(({ rel, href }) => rel === 'up' && href.includes('/captures/'))?.href;
  return about.supplementary_data?.related_ids?.capture_id ?? up?.split('/').at(-1) ?? about.id;
}

/** Returns the state of the capture. A partial refund, made by hand at PayPal, revokes nothing. */
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
