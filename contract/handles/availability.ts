import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { invitationCode } from '../claim-modes/claim-rule.ts';
import { PLANS } from '../payments/plans.ts';

/** GET /api/check-handle/{handle}. In a separate file because the landing page loads it. */
export const availability = z.object({
  available: z.boolean(),
  reason: z.optional(z.enum(['taken', 'reserved', 'invalid', 'not-offered'])),
  /** Available handles similar to an unavailable one, best first; only with `?suggest=1`. */
  suggestions: z.optional(z.array(z.object({ handle: z.string(), plan: z.enum(PLANS) }))),
});
export type Availability = z.infer<typeof availability>;
export type HandleSuggestion = NonNullable<Availability['suggestions']>[number];

export const getAvailability = defineCall('GET /api/check-handle/:handle', {
  by: 'anyone',
  query: z.object({ suggest: z.optional(z.literal('1')), invitation: z.optional(invitationCode) }),
  response: availability,
});
