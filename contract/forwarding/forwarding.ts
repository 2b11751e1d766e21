import * as z from 'zod/mini';
import { emailAddress } from '../addresses.ts';
import { defineCall, done } from '../call.ts';
import { page } from '../list-page.ts';

/** One forwarding record. `active` is 1 if the shown address is verified; `isActive` is the owner's switch. */
export const forwarding = z.object({
  id: z.int().check(z.positive()),
  /** Changes with every update; a write with this version in If-Match is conditional. */
  version: z.string(),
  handle: z.string(),
  handle_id: z.int().check(z.positive()),
  forwarding_email: z.string(),
  active: z.literal([0, 1]),
  isActive: z.boolean(),
  /** Address that receives the mail now; null if no address was ever verified, or if forwarding is off or paused. */
  deliveringTo: z.nullable(z.string()),
});
export type Forwarding = z.infer<typeof forwarding>;

/** GET /api/email-forwarding */
const forwardingList = z.array(forwarding);

/** POST /api/email-forwarding */
const setForwardingRequest = z.strictObject({
  handleId: z.int().check(z.positive()),
  forwardingEmail: emailAddress,
  /**
   * The address is the caller's account address. Signing in has proven it, so it is verified immediately, without an
   * email.
   */
  own: z.optional(z.literal(true)),
});

/** `updated` is true only if the record had a different address before. */
const setForwardingResponse = z.extend(forwarding, { updated: z.boolean() });

/** PATCH /api/email-forwarding/{id}/toggle */
const toggleForwardingRequest = z.strictObject({ isActive: z.boolean() });

export const getForwardings = defineCall('GET /api/email-forwarding', {
  by: 'account',
  query: page,
  response: forwardingList,
});

export const postForwarding = defineCall('POST /api/email-forwarding', {
  right: 'mail',
  recent: 'inbox',
  body: setForwardingRequest,
  response: setForwardingResponse,
  versioned: true,
  errors: ['own_domain', 'forwarder_limit', 'inbox_stopped', 'not_own_address', 'too_many_emails'],
});

export const postVerification = defineCall('POST /api/email-forwarding/:id/resend-verification', {
  right: 'mail',
  response: done,
  errors: ['already_verified', 'too_many_emails'],
});

export const patchForwardingSwitch = defineCall('PATCH /api/email-forwarding/:id/toggle', {
  right: 'mail',
  body: toggleForwardingRequest,
  response: forwarding,
  versioned: true,
  errors: ['inbox_stopped'],
});

export const deleteForwarding = defineCall('DELETE /api/email-forwarding/:id', {
  right: 'mail',
  recent: 'remove-inbox',
  response: done,
  versioned: true,
});
