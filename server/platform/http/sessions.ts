import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CurrentUser } from '../../../contract/accounts.ts';
import type { Config } from '../config/config.ts';
import { createToken, hashToken } from '../crypto/secrets.ts';
import { type Database, isUnreachable } from '../db/database.ts';
import type { Clock } from '../jobs/clock.ts';
import { logSecurity } from '../log/security-log.ts';
import { ApiError } from './api-error.ts';
import { createDeviceCookies } from './device-cookie.ts';

const THIRTY_DAYS = 30 * 24 * 3_600_000;

/** The account that a request is made for. */
export interface Account {
  id: number;
  email: string;
  emailVerified: boolean;
  isAdmin: boolean;
  createdAt: Date;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the hooks `required` and `optional` of `Sessions`. */
    account: Account | null | undefined;
  }
}

export type Sessions = ReturnType<typeof createSessions>;

/** Cookie sessions. The database stores only the hash of the token; a session ends after 30 days or at sign-out. */
export function createSessions(config: Config, db: Database, clock: Clock, secrets: string[]) {
  // The prefix makes browsers reject a cookie that another host or plain HTTP tries to set.
  const cookie = config.https ? '__Host-nameplate' : 'nameplate';
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: config.https } as const;
  const devices = createDeviceCookies(config, secrets);
  const admins = new Set(config.adminEmails.map((email) => email.toLowerCase()));

  async function find(request: FastifyRequest): Promise<Account | null> {
    const token = request.cookies[cookie];
    if (!token) return null;
    const row = await db
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .select(['accounts.id', 'email', 'email_verified_at', 'is_admin', 'accounts.created_at'])
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', clock())
      // An account that its owner closed cannot be used until they reactivate it.
      .where('closed_at', 'is', null)
      .where('suspended_at', 'is', null)
      .executeTakeFirst();
    if (!row) return null;
    return {
      id: row.id,
      email: row.email,
      emailVerified: row.email_verified_at !== null,
      isAdmin: row.is_admin || admins.has(row.email.toLowerCase()),
      createdAt: row.created_at,
    };
  }

  /** Ends the session of the browser, if it has one, and returns the account's id. */
  async function end(request: FastifyRequest): Promise<number | undefined> {
    const token = request.cookies[cookie];
    if (!token) return undefined;
    const ended = await db
      .deleteFrom('sessions')
      .where('token_hash', '=', hashToken(token))
      .returning('account_id')
      .executeTakeFirst();
    return ended?.account_id;
  }

  return {
    /** The name of the cookie. */
    cookie,

    /** onRequest hook: responds with 401 before any other part of the request is examined. */
    async required(request: FastifyRequest): Promise<void> {
      request.account = await find(request);
      if (!request.account) throw new ApiError('signed_out');
    },

    /** onRequest hook after `required`: responds with 403 unless the account is an administrator. */
    async admin(request: FastifyRequest): Promise<void> {
      if (!request.account?.isAdmin) throw new ApiError('forbidden');
    },

    /** onRequest hook: sets the account, if any. It is undefined if the database is down, so that a page can still be served. */
    async optional(request: FastifyRequest): Promise<void> {
      request.account = await find(request).catch((error: unknown) => {
        if (!isUnreachable(error)) throw error;
        return undefined;
      });
    },

    /** Returns the id of this browser if it has signed in to the account of this address before; it outlives sign-out. */
    deviceOf: devices.deviceOf,

    /** Starts a session with a new token, ends the browser's earlier session, and remembers the browser. */
    async signIn(request: FastifyRequest, reply: FastifyReply, accountId: number): Promise<void> {
      await end(request);
      const token = createToken();
      const expires = new Date(clock().getTime() + THIRTY_DAYS);
      await db
        .insertInto('sessions')
        .values({ account_id: accountId, token_hash: hashToken(token), expires_at: expires })
        .execute();
      reply.setCookie(cookie, token, { ...attributes, expires });
      const { email } = await db
        .selectFrom('accounts')
        .select('email')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow();
      devices.remember(request, reply, email);
      logSecurity(request, 'security.sign_in_succeeded', { account: accountId });
    },

    /** Ends the session on the server and in the browser. */
    async signOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const account = await end(request);
      reply.clearCookie(cookie, attributes);
      // Removes cached pages of this account. "cookies" would remove the device cookie, and "storage" the colour scheme,
      // which is not personal.
      reply.header('clear-site-data', '"cache"');
      if (account !== undefined) logSecurity(request, 'security.sign_out', { account });
    },
  };
}

/** Returns an account in the form of `GET /api/user`. */
export function toCurrentUser(account: Account): CurrentUser {
  return { ...account, createdAt: account.createdAt.toISOString() };
}

/** Returns the signed-in account of a route that has the `required` hook. */
export function accountOf(request: FastifyRequest): Account {
  if (!request.account) throw new ApiError('signed_out');
  return request.account;
}
