import * as z from 'zod/mini';
import { emailAddress } from './addresses.ts';

/** One forwarding record; `active` says whether the shown address is verified, `isActive` is the owner's switch. */
export const forwarding = z.object({
  id: z.int().check(z.positive()),
  /** Another one after every change; sent back in If-Match it guards a write. */
  version: z.string(),
  handle: z.string(),
  handle_id: z.int().check(z.positive()),
  forwarding_email: z.string(),
  active: z.literal([0, 1]),
  isActive: z.boolean(),
  /** Where mail goes right now; null while no address was ever verified or the switch is off. */
  deliveringTo: z.nullable(z.string()),
});
export type Forwarding = z.infer<typeof forwarding>;

/** GET /api/email-forwarding */
export const forwardingList = z.array(forwarding);

/** POST /api/email-forwarding */
export const setForwardingRequest = z.strictObject({
  handleId: z.int().check(z.positive()),
  forwardingEmail: emailAddress,
});

/** `updated` is true only when an address existed and differs. */
export const setForwardingResponse = z.extend(forwarding, { updated: z.boolean() });

/** PATCH /api/email-forwarding/{id}/toggle */
export const toggleForwardingRequest = z.strictObject({ isActive: z.boolean() });
