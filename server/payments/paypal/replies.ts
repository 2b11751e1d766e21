import { z } from 'zod';

const money = z.object({ currency_code: z.string(), value: z.string() });
const payee = z.object({ merchant_id: z.string().optional(), email_address: z.string().optional() });

export const tokenReply = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** A capture, within an order or as a separate response. */
export const captureReply = z.object({
  id: z.string().min(1),
  status: z.enum(['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED', 'FAILED']),
  amount: money.optional(),
  custom_id: z.string().optional(),
  payee: payee.optional(),
});
export type Capture = z.infer<typeof captureReply>;
export type CaptureStatus = Capture['status'];

export const orderReply = z.object({
  id: z.string().min(1),
  status: z.enum(['CREATED', 'SAVED', 'APPROVED', 'VOIDED', 'COMPLETED', 'PAYER_ACTION_REQUIRED']),
  intent: z.string().optional(),
  payer: z.object({ email_address: z.string().optional() }).optional(),
  purchase_units: z
    .array(
      z.object({
        // A minimal response to a capture omits the amount.
        amount: money.optional(),
        custom_id: z.string().optional(),
        payee: payee.optional(),
        payments: z.object({ captures: z.array(captureReply).optional() }).optional(),
      }),
    )
    .optional(),
});
export type Order = z.infer<typeof orderReply>;

export const refundReply = z.object({
  id: z.string().min(1),
  status: z.enum(['CANCELLED', 'FAILED', 'PENDING', 'COMPLETED']),
});
export type Refund = z.infer<typeof refundReply>;

/** Returns the payee of an order or a capture: the merchant id, else the address; undefined if PayPal sends neither. */
export function payeeOf(part: { payee?: z.infer<typeof payee> | undefined } | undefined): string | undefined {
  return part?.payee?.merchant_id ?? part?.payee?.email_address;
}

/** Returns the capture of an order. Our orders have at most one, apart from declined attempts. */
export function captureOf(order: Order): Capture | undefined {
  const captures = order.purchase_units?.[0]?.payments?.captures ?? [];
  // Declined attempts stay in the list beside the successful one.
  return captures.find(({ status }) => status !== 'DECLINED' && status !== 'FAILED') ?? captures.at(-1);
}
