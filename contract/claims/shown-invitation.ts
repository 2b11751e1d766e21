import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { invitationCode } from '../claim-modes/claim-rule.ts';

/** What the holder of a link sees of an invitation. */
const shownInvitation = z.object({
  valid: z.boolean(),
  /** Why the invitation is not valid; null if it is. */
  reason: z.nullable(z.string()),
  until: z.nullable(z.iso.datetime()),
  /** The only handle that the invitation gives. */
  handle: z.nullable(z.string()),
});
export type ShownInvitation = z.output<typeof shownInvitation>;

export const getClaimInvitation = defineCall('GET /api/claim-invitations/:code', {
  by: 'anyone',
  params: { code: invitationCode },
  response: shownInvitation,
});
