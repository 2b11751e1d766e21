import * as z from 'zod/mini';
import { emailAddress } from '../addresses.ts';
import { defineCall, done } from '../call.ts';
import { CLAIM_ERRORS, invitationCode } from '../claim-rule.ts';
import { confirmedAct } from '../confirmed-acts.ts';

/** POST /api/send-login-magic-link */
const loginLinkRequest = z.strictObject({ email: emailAddress });

/** POST /api/send-magic-link. The length of the handle determines the plan; a different `plan` is rejected. */
export const claimLinkRequest = z.strictObject({
  email: emailAddress,
  handle: z.string().check(z.maxLength(200)),
  plan: z.optional(z.string().check(z.maxLength(20))),
  invitation: z.optional(invitationCode),
});

/** A handle of a closed account that is paid for. */
export const paidHandle = z.object({
  handle: z.string(),
  /** The end of the year, which the deletion forfeits. */
  paidUntil: z.iso.datetime(),
  /** The refund when the account is erased; 0 if the money-back guarantee has ended. */
  refundCents: z.int(),
});
export type PaidHandle = z.infer<typeof paidHandle>;

/** GET /api/account/deletion: the effects of deleting the account. */
const accountDeletion = z.object({
  /** The number of handles of the account. */
  handles: z.int(),
  /** The paid handles and their refunds. */
  paidHandles: z.array(paidHandle),
  /** The handles with members, who would lose access. The owner can transfer these handles to someone else first. */
  teamHandles: z.array(
    z.object({ id: z.int().check(z.positive()), handle: z.string(), members: z.int().check(z.positive()) }),
  ),
});
export type AccountDeletion = z.infer<typeof accountDeletion>;

/** GET /api/user */
const currentUser = z.object({
  id: z.int().check(z.positive()),
  email: z.string(),
  emailVerified: z.boolean(),
  isAdmin: z.boolean(),
  createdAt: z.iso.datetime(),
  /** The first run on the dashboard; absent once it has ended. */
  firstRun: z.optional(z.enum(['new', 'open'])),
  /** Set in the response of a sign-in that reopened a closed account. */
  restored: z.optional(z.literal(true)),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** POST /api/sign-in-code, POST /api/passkeys/sign-in, and POST /api/dev-login (local mode only) */
export const signedIn = z.object({ user: currentUser });

export const SIGN_IN_CODE_DIGITS = 6;
/** Number of wrong codes allowed for one sign-in email. */
export const SIGN_IN_CODE_ATTEMPTS = 5;
/**
 * Number of wrong codes allowed for one address within SIGN_IN_CODE_DAYS. Sign-in emails that could exceed this number
 * have a link and no code.
 */
export const SIGN_IN_CODE_GUESSES = 25;
export const SIGN_IN_CODE_DAYS = 30;

/** POST /api/sign-in-code: the code of the sign-in email. Spaces and hyphens are ignored. */
export const signInCodeRequest = z.strictObject({
  email: emailAddress,
  code: z.pipe(
    z.string().check(z.maxLength(40)),
    z.transform((typed: string, context) => {
      const digits = typed.replace(/[\s-]/g, '');
      if (/^\d+$/.test(digits) && digits.length === SIGN_IN_CODE_DIGITS) return digits;
      context.issues.push({ code: 'custom', message: `The code has ${SIGN_IN_CODE_DIGITS} digits.`, input: typed });
      return z.NEVER;
    }),
  ),
});

/** Days from the confirmed deletion of an account to the erasure of its data. DELETE /api/account only sends the link. */
export const ACCOUNT_GRACE_DAYS = 14;

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

export const getAccountDeletion = defineCall('GET /api/account/deletion', { by: 'account', response: accountDeletion });

export const deleteAccount = defineCall('DELETE /api/account', {
  by: 'account',
  recent: 'delete-account',
  response: done,
  status: 202,
  errors: ['too_many_emails', 'last_owner'],
});

export const getUser = defineCall('GET /api/user', { by: 'account', response: currentUser });

export const postLoginLink = defineCall('POST /api/send-login-magic-link', {
  by: 'anyone',
  body: loginLinkRequest,
  response: done,
  errors: ['too_many_emails'],
});

export const postSignInCode = defineCall('POST /api/sign-in-code', {
  by: 'anyone',
  renewsSession: true,
  body: signInCodeRequest,
  response: signedIn,
  errors: ['sign_in_code_wrong', 'sign_in_code_spent', 'account_suspended'],
});

export const postLogout = defineCall('POST /api/logout', { by: 'anyone', response: done });

export const postDevLogin = defineCall('POST /api/dev-login', {
  by: 'anyone',
  response: signedIn,
  errors: ['not_found', 'account_suspended'],
});

/** POST /api/recent-sign-in/email. If the request has a handle of the account or of its teams, the email names it. */
const confirmEmailRequest = z.strictObject({
  act: z.optional(confirmedAct),
  handleId: z.optional(z.int().check(z.positive())),
});

export const postRecentSignInEmail = defineCall('POST /api/recent-sign-in/email', {
  by: 'account',
  body: confirmEmailRequest,
  response: done,
  errors: ['too_many_emails'],
});
