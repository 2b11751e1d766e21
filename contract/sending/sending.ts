import * as z from 'zod/mini';
import { defineCall, done } from '../call.ts';
import { PLANS } from '../payments/plans.ts';

/** Maximum number of recipients, and maximum size in bytes, of a message that a handle sends. */
export const MAX_RECIPIENTS = 50;
export const MAX_MESSAGE_BYTES = 26_214_400;

/** The reasons for pausing sending. */
export const PAUSE_REASONS = ['bounces', 'complaints', 'administrator'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** GET /api/handles/{id}/sending: the handle's sending limits, and the server settings for mail programs. */
export const sendingStatus = z.object({
  address: z.string(),
  plan: z.enum(PLANS),
  /** Whether the plan includes sending and is paid for. */
  entitled: z.boolean(),
  /** The smallest plan that has sending; shown to handles without it. */
  availableFrom: z.enum(PLANS),
  /** End of the paid year, after which sending stops and everything is kept. Null if the plan does not end. */
  paidUntil: z.nullable(z.iso.datetime()),
  /** Values for a mail program; a port is null if that service is off. */
  server: z.object({ host: z.string(), submissions: z.nullable(z.int()), submission: z.nullable(z.int()) }),
  limits: z.object({
    /** Recipients. */
    hour: z.int(),
    day: z.int(),
    perMessage: z.int(),
    /** Size of a message in bytes. */
    size: z.int(),
    /**
     * End of the handle's first week of sending, in which a quarter of the plan's limits applies. Null after this week.
     */
    reducedUntil: z.nullable(z.iso.datetime()),
  }),
  /** Recipients counted so far. */
  used: z.object({ hour: z.int(), day: z.int() }),
  /** Set if sending is paused because of bounces or complaints, or by an administrator. */
  paused: z.nullable(z.object({ at: z.iso.datetime(), reason: z.enum(PAUSE_REASONS) })),
});
export type SendingStatus = z.infer<typeof sendingStatus>;

/** POST /api/handles/{id}/sending/test returns 202 and the id of the delivery: a message from the handle to the owner's inbox. */
const sendingTestResponse = z.object({ flightId: z.string() });

/** One item of GET /api/handles/{id}/suppressions: a recipient who gets no mail because the mailbox does not exist. */
export const suppression = z.object({
  address: z.string(),
  enhanced: z.string(),
  createdAt: z.iso.datetime(),
});
export const suppressions = z.array(suppression);
export type Suppression = z.infer<typeof suppression>;

/** DELETE /api/handles/{id}/suppressions */
export const removedSuppression = z.strictObject({ address: z.string().check(z.trim(), z.maxLength(320)) });

export const getSending = defineCall('GET /api/handles/:id/sending', { right: 'manage', response: sendingStatus });

export const postSendingResume = defineCall('POST /api/handles/:id/sending/resume', {
  right: 'manage',
  response: done,
  errors: ['sending_not_paused', 'sending_pause_kept'],
});

export const getSuppressions = defineCall('GET /api/handles/:id/suppressions', {
  right: 'mail',
  response: suppressions,
});

export const deleteSuppression = defineCall('DELETE /api/handles/:id/suppressions', {
  right: 'mail',
  body: removedSuppression,
  response: done,
});

export const postSendingTest = defineCall('POST /api/handles/:id/sending/test', {
  right: 'mail',
  response: sendingTestResponse,
  status: 202,
  errors: [
    ...([
      'not_found',
      'role_without_right',
      'plan_without_sending',
      'sending_paused',
      'no_inbox',
      'sending_limit',
    ] as const),
    'too_many_emails',
  ],
});
