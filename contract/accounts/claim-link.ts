import * as z from 'zod/mini';
import { emailAddress } from '../addresses.ts';
import { defineCall, done } from '../call.ts';
import { CLAIM_ERRORS, invitationCode } from '../claim-modes/claim-rule.ts';

/** POST /api/send-magic-link. The length of the handle determines the plan; a different `plan` is rejected. */
export const claimLinkRequest = z.strictObject({
  email: emailAddress,
  handle: z.string().check(z.maxLength(200)),
  plan: z.optional(z.string().check(z.maxLength(20))),
  invitation: z.optional(invitationCode),
});

export const postClaimLink = defineCall('POST /api/send-magic-link', {
  by: 'anyone',
  body: claimLinkRequest,
  response: done,
  errors: [
    'handle_taken',
    'handle_reserved',
    'handle_invalid',
    'plan_mismatch',
    'payment_required',
    'too_many_claims',
    'paid_plans_off',
    ...CLAIM_ERRORS,
    'own_domain',
    'too_many_emails',
  ],
});
