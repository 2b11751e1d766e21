import * as z from 'zod/mini';
import { defineCall, done } from '../call.ts';

/** Days without a request after which a session ends, and days after which it ends in any case. */
export const SESSION_IDLE_DAYS = 14;
export const SESSION_MAX_DAYS = 30;
/** Minutes for which a sign-in or a confirmation is recent. */
export const RECENT_SIGN_IN_MINUTES = 15;

/** How a session began: with a mailed link, the code in the same email, a passkey, or the sign-in of local mode. */
export const SIGN_IN_METHODS = ['link', 'code', 'passkey', 'local'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** One item of GET /api/sessions. The id is not the secret of the session. */
export const session = z.object({
  id: z.int().check(z.positive()),
  /** Such as "Firefox on Linux"; null if the browser did not identify itself. */
  device: z.nullable(z.string()),
  /** The network of the last use, shortened: 203.0.113.0/24 or 2001:db8:17::/48. Null if it is not known. */
  network: z.nullable(z.string()),
  method: z.enum(SIGN_IN_METHODS),
  createdAt: z.iso.datetime(),
  /** Accurate to five minutes. */
  lastUsedAt: z.iso.datetime(),
  /** Latest end of the session; it ends earlier after 14 days without use. */
  expiresAt: z.iso.datetime(),
  /** True for the session of this request. */
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof session>;

/** GET /api/sessions: the current session first, then the most recently used. At most 50, so the list has no pages. */
const sessionList = z.array(session);

/** DELETE /api/sessions: ends all other sessions of the account and returns their number. */
const endedSessions = z.object({ ended: z.int() });

/** GET /api/recent-sign-in, and the response of POST /api/recent-sign-in */
export const recentSignIn = z.object({
  /** Time until which calls that require a recent sign-in are accepted; null if they are rejected. */
  until: z.nullable(z.iso.datetime()),
  /** Whether the account has a passkey for the confirmation. */
  hasPasskey: z.boolean(),
});
export type RecentSignIn = z.infer<typeof recentSignIn>;

export const getRecentSignIn = defineCall('GET /api/recent-sign-in', { by: 'account', response: recentSignIn });

export const getSessions = defineCall('GET /api/sessions', { by: 'account', response: sessionList });

export const deleteSessions = defineCall('DELETE /api/sessions', {
  by: 'account',
  recent: 'end-sessions',
  response: endedSessions,
});

export const deleteSession = defineCall('DELETE /api/sessions/:id', {
  by: 'account',
  recent: 'end-sessions',
  response: done,
  errors: ['not_found'],
});
