import * as z from 'zod/mini';
import { defineCall, done } from '../call.ts';

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

/** Days from the confirmed deletion of an account to the erasure of its data. DELETE /api/account only sends the link. */
export const ACCOUNT_GRACE_DAYS = 14;

export const getAccountDeletion = defineCall('GET /api/account/deletion', { by: 'account', response: accountDeletion });

export const deleteAccount = defineCall('DELETE /api/account', {
  by: 'account',
  recent: 'delete-account',
  response: done,
  status: 202,
  errors: ['too_many_emails', 'last_owner'],
});

export const getUser = defineCall('GET /api/user', { by: 'account', response: currentUser });

export const postLogout = defineCall('POST /api/logout', { by: 'anyone', response: done });

export const postDevLogin = defineCall('POST /api/dev-login', {
  by: 'anyone',
  response: signedIn,
  errors: ['not_found', 'account_suspended'],
});
