import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { ADMIN_ACT, afterId, id, limit, search } from './admin.ts';

const paymentQuery = z.strictObject({ limit, after: afterId, search });

/** One item of GET /api/admin/payments, and the response to a refund; US dollars. */
const adminPayment = z.object({
  id,
  state: z.enum(['created', 'pending', 'captured', 'granted', 'refunding', 'refunded', 'lapsed']),
  plan: z.string(),
  price: z.number(),
  handle: z.nullable(z.string()),
  /** The payer: the addresses of the account here and of the account at PayPal. */
  email: z.nullable(z.string()),
  payerEmail: z.nullable(z.string()),
  /** The address of the account that now has the handle, if the payer has transferred it. */
  transferredTo: z.nullable(z.string()),
  isRenewal: z.boolean(),
  orderId: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  capturedAt: z.nullable(z.iso.datetime()),
  refundedAt: z.nullable(z.iso.datetime()),
  refundReason: z.nullable(z.string()),
  problem: z.nullable(z.string()),
});
export type AdminPayment = z.infer<typeof adminPayment>;

const adminPayments = z.array(adminPayment);

export const getAdminPayments = defineCall('GET /api/admin/payments', {
  by: 'admin',
  query: paymentQuery,
  response: adminPayments,
});

export const postAdminRefund = defineCall('POST /api/admin/payments/:id/refund', {
  ...ADMIN_ACT,
  response: adminPayment,
  errors: ['payment_unknown', 'refund_too_late', 'refund_after_transfer'],
});
