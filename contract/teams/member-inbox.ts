import * as z from 'zod/mini';
import { emailAddress } from '../addresses.ts';
import { defineCall, done } from '../call.ts';
import { moment } from './teams.ts';

/** GET /api/handles/{id}/member-inbox: for members; the owner's inbox is the forwarding of the handle. */
export const memberInbox = z.object({
  /** The verified address that receives mail, or null. */
  address: z.nullable(z.string()),
  /** The address that waits for its verification. */
  pendingAddress: z.nullable(z.string()),
  /** False if the member wants no mail from this handle. */
  wanted: z.boolean(),
  /** Time at which delivery stopped because the inbox no longer exists; null otherwise. */
  pausedAt: z.nullable(moment),
});
export type MemberInbox = z.infer<typeof memberInbox>;

/** PUT /api/handles/{id}/member-inbox; `email: null` removes the inbox. A new address gets a verification email. */
export const memberInboxChange = z.strictObject({
  email: z.nullable(emailAddress),
  wanted: z._default(z.boolean(), true),
});
export type MemberInboxChange = z.infer<typeof memberInboxChange>;

export const getMemberInbox = defineCall('GET /api/handles/:id/member-inbox', { right: 'copy', response: memberInbox });

export const putMemberInbox = defineCall('PUT /api/handles/:id/member-inbox', {
  right: 'copy',
  recent: { act: 'inbox', when: 'with a new `email`' },
  body: memberInboxChange,
  response: memberInbox,
  errors: ['own_domain', 'forwarder_limit', 'inbox_stopped', 'too_many_emails'],
});

export const postMemberInboxVerification = defineCall('POST /api/handles/:id/member-inbox/resend-verification', {
  right: 'copy',
  response: done,
  errors: ['already_verified', 'too_many_emails'],
});
