import * as z from 'zod/mini';
import { emailAddress } from '../addresses.ts';
import { defineCall, done } from '../call.ts';

/** Hours for which a change of the sign-in address can be confirmed. */
export const EMAIL_CHANGE_HOURS = 24;
/** Days during which the old address can undo a change. */
export const EMAIL_UNDO_DAYS = 7;
/** Days after which a passkey of the account confirms a change in place of the old address. */
export const PASSKEY_TRUST_DAYS = 7;

/** Purposes of the links in emails about a change. */
export const EMAIL_CHANGE_LINKS = ['confirm-email-change', 'confirm-new-email', 'undo-email-change'] as const;

/** POST /api/account/email. If the address is already pending, the server mails the missing links again. */
const emailChangeRequest = z.strictObject({ email: emailAddress });

/** GET and POST /api/account/email: the sign-in address of the account, and its change. */
export const signInAddress = z.object({
  email: z.string(),
  /** A change that waits to be confirmed. */
  pending: z.nullable(
    z.object({
      email: z.string(),
      requestedAt: z.iso.datetime(),
      expiresAt: z.iso.datetime(),
      /** Whether a passkey confirmed in place of the old address. */
      byPasskey: z.boolean(),
      oldConfirmed: z.boolean(),
      newConfirmed: z.boolean(),
    }),
  ),
  /** The last change, while the old address can undo it. */
  changed: z.nullable(z.object({ from: z.string(), at: z.iso.datetime(), undoUntil: z.iso.datetime() })),
});
export type SignInAddress = z.infer<typeof signInAddress>;

/** States of a change. `undone` includes later changes that an undo ended. */
export const EMAIL_CHANGE_STATES = ['waiting', 'changed', 'stopped', 'undone'] as const;

export const getAccountEmail = defineCall('GET /api/account/email', { by: 'account', response: signInAddress });

export const postAccountEmail = defineCall('POST /api/account/email', {
  by: 'account',
  recent: 'change-address',
  body: emailChangeRequest,
  response: signInAddress,
  status: 202,
  errors: ['own_domain', 'same_address', 'too_many_emails'],
});

export const deleteAccountEmail = defineCall('DELETE /api/account/email', {
  by: 'account',
  response: done,
  errors: ['not_found'],
});
