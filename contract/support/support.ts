import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { PLANS } from '../payments/plans.ts';
import { isShown, NOT_SHOWN } from '../text.ts';

export const MAX_SUPPORT_SUBJECT = 150;
export const MAX_SUPPORT_TEXT = 5000;

const moment = z.iso.datetime();
export const SUPPORT_STATES = ['open', 'answered', 'closed'] as const;
export type SupportState = (typeof SUPPORT_STATES)[number];

/** GET /api/support: the ways in which the signed-in person can reach support. */
export const supportOffer = z.object({
  /** True if one of their active handles has priority support. */
  priority: z.boolean(),
  /** The smallest plan that has priority support. */
  priorityFrom: z.enum(PLANS),
  /** The number, for owners of a handle with phone support; null otherwise. */
  phone: z.nullable(z.string()),
  phoneFrom: z.enum(PLANS),
  /** Whether this server offers phone support at all. */
  phoneOffered: z.boolean(),
});
export type SupportOffer = z.infer<typeof supportOffer>;

const longText = (missing: string) =>
  z.string().check(
    z.overwrite((typed) => typed.replace(/\r\n?/g, '\n')),
    z.trim(),
    z.minLength(1, missing),
    z.maxLength(MAX_SUPPORT_TEXT),
    z.refine((text) => isShown(text, true), NOT_SHOWN),
  );

/** POST /api/support returns 201. */
export const newSupportRequest = z.strictObject({
  subject: z.string().check(
    z.trim(),
    z.minLength(1, 'Please enter a subject.'),
    z.maxLength(MAX_SUPPORT_SUBJECT),
    z.refine((text) => isShown(text, false), NOT_SHOWN),
  ),
  text: longText('Please describe what you need.'),
  /** The handle that the request is about. */
  handleId: z.optional(z.int().check(z.positive())),
  /** Attaches the latest delivery problems of the handle. */
  attachDeliveries: z.optional(z.boolean()),
});
export type NewSupportRequest = z.infer<typeof newSupportRequest>;
export const sentSupportRequest = z.object({ id: z.int().check(z.positive()), priority: z.boolean() });

/**
 * One item of GET /api/admin/support: open requests first (priority requests before others, oldest first), then the
 * rest (newest first).
 */
const adminSupportRequest = z.object({
  id: z.int().check(z.positive()),
  email: z.string(),
  subject: z.string(),
  text: z.string(),
  handle: z.nullable(z.string()),
  plan: z.nullable(z.enum(PLANS)),
  priority: z.boolean(),
  state: z.enum(SUPPORT_STATES),
  createdAt: moment,
  /** Time at which an administrator first answered the request or marked it as answered. */
  answeredAt: z.nullable(moment),
});
export type AdminSupportRequest = z.infer<typeof adminSupportRequest>;
export const adminSupportRequests = z.array(adminSupportRequest);
export const adminSupportQuery = z.strictObject({
  limit: z._default(z.pipe(z.coerce.number(), z.int().check(z.minimum(1), z.maximum(500))), 100),
  /** The cursor from the `Link` header of the previous page. */
  after: z.optional(z.string().check(z.regex(/^[0-2]\.[01]\.\d{1,9}$/))),
  state: z.optional(z.enum(SUPPORT_STATES)),
});
export type AdminSupportQuery = z.infer<typeof adminSupportQuery>;

/** GET /api/admin/support/{id}, and the response to POST .../answers: the request with its answers, oldest first. */
export const adminSupportDetails = z.extend(adminSupportRequest, {
  answers: z.array(
    z.object({
      at: moment,
      /** The address of the administrator; null for the command line and for an account that no longer exists. */
      by: z.nullable(z.string()),
      text: z.string(),
    }),
  ),
});
export type AdminSupportDetails = z.infer<typeof adminSupportDetails>;
/** POST /api/admin/support/{id}/answers */
export const newSupportAnswer = z.strictObject({ text: longText('Please write an answer.') });

/** PATCH /api/admin/support/{id} returns the request. */
const supportStateChange = z.strictObject({ state: z.enum(SUPPORT_STATES) });

/**
 * GET /api/admin/support/summary: the median and the longest reply time, in minutes; null if no request has been
 * answered.
 */
const replyTimes = z.object({
  open: z.int(),
  answered: z.int(),
  median: z.nullable(z.number()),
  slowest: z.nullable(z.number()),
});
export const adminSupportSummary = z.object({ priority: replyTimes, others: replyTimes });
export type AdminSupportSummary = z.infer<typeof adminSupportSummary>;

export const getAdminSupport = defineCall('GET /api/admin/support', {
  by: 'admin',
  query: adminSupportQuery,
  response: adminSupportRequests,
});

export const getAdminSupportSummary = defineCall('GET /api/admin/support/summary', {
  by: 'admin',
  response: adminSupportSummary,
});

export const getAdminSupportRequest = defineCall('GET /api/admin/support/:id', {
  by: 'admin',
  response: adminSupportDetails,
  errors: ['not_found'],
});

export const postAdminSupportAnswer = defineCall('POST /api/admin/support/:id/answers', {
  by: 'admin',
  recent: 'administer',
  body: newSupportAnswer,
  response: adminSupportDetails,
  status: 201,
  errors: ['not_found'],
});

export const patchAdminSupportRequest = defineCall('PATCH /api/admin/support/:id', {
  by: 'admin',
  recent: 'administer',
  body: supportStateChange,
  response: adminSupportRequest,
  errors: ['not_found'],
});

export const getSupport = defineCall('GET /api/support', { by: 'account', response: supportOffer });

export const postSupport = defineCall('POST /api/support', {
  by: 'account',
  body: newSupportRequest,
  response: sentSupportRequest,
  status: 201,
  errors: ['not_found', 'role_without_right', 'too_many_support_requests'],
});
