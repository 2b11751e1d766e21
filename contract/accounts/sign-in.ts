import * as z from 'zod/mini';
import { emailAddress } from '../addresses.ts';
import { defineCall, done } from '../call.ts';
import { confirmedAct } from '../confirmed-acts.ts';
import { signedIn } from './accounts.ts';

/** POST /api/send-login-magic-link */
const loginLinkRequest = z.strictObject({ email: emailAddress });

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
