import * as z from 'zod/mini';
import { ADMIN_ACT } from '../admin/admin.ts';
import { defineCall } from '../call.ts';
import { PLANS } from '../payments/plans.ts';
import { PAUSE_REASONS } from './sending.ts';

/**
 * Query of GET /api/admin/sending: paused handles first, then by bounces and complaints of the last 8 days, most first.
 */
export const adminSendingQuery = z.strictObject({
  limit: z._default(z.pipe(z.coerce.number(), z.int().check(z.minimum(1), z.maximum(500))), 100),
  /** The cursor from the `Link` header of the previous page. */
  after: z.optional(z.string().check(z.regex(/^[01]\.\d{1,9}\.\d{1,9}$/))),
});
export type AdminSendingQuery = z.infer<typeof adminSendingQuery>;

/** One item of GET /api/admin/sending: a handle whose sending is paused, or that had bounces or complaints. */
const adminSender = z.object({
  id: z.int().check(z.positive()),
  handle: z.string(),
  plan: z.enum(PLANS),
  paused: z.nullable(z.object({ at: z.iso.datetime(), reason: z.enum(PAUSE_REASONS) })),
  /** The last resume. */
  resumedAt: z.nullable(z.iso.datetime()),
  firstSentAt: z.nullable(z.iso.datetime()),
  /** Totals of the last 8 days. */
  recipients: z.int(),
  bounces: z.int(),
  complaints: z.int(),
});
export type AdminSender = z.infer<typeof adminSender>;
export const adminSenders = z.array(adminSender);

export const getAdminSending = defineCall('GET /api/admin/sending', {
  by: 'admin',
  query: adminSendingQuery,
  response: adminSenders,
});

export const postAdminSendingPause = defineCall('POST /api/admin/sending/:id/pause', {
  ...ADMIN_ACT,
  errors: ['not_found', 'sending_paused'],
});

export const postAdminSendingResume = defineCall('POST /api/admin/sending/:id/resume', {
  ...ADMIN_ACT,
  errors: ['not_found', 'sending_not_paused'],
});
