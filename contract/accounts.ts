import * as z from 'zod/mini';
import { emailAddress } from './addresses.ts';

/** POST /api/send-login-magic-link */
export const loginLinkRequest = z.strictObject({ email: emailAddress });

/** POST /api/send-magic-link. The length of the handle determines the plan; a different `plan` is rejected. */
export const claimLinkRequest = z.strictObject({
  email: emailAddress,
  handle: z.string().check(z.maxLength(200)),
  plan: z.optional(z.string().check(z.maxLength(20))),
});
export type ClaimLinkRequest = z.input<typeof claimLinkRequest>;

/** The response of calls without a result. */
export const done = z.object({ message: z.string() });

/** GET /api/user */
export const currentUser = z.object({
  id: z.int().check(z.positive()),
  email: z.string(),
  emailVerified: z.boolean(),
  isAdmin: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** POST /api/dev-login (local mode only) */
export const devLogin = z.object({ user: currentUser });

/** Days from the confirmed deletion of an account to the erasure of its data. DELETE /api/account only sends the link. */
export const ACCOUNT_GRACE_DAYS = 14;
