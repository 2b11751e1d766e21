import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CurrentUser } from '../../../../contract/accounts/accounts.ts';
import { RECENT_SIGN_IN_MINUTES, SESSION_MAX_DAYS, type SignInMethod } from '../../../../contract/accounts/sessions.ts';
import type { AdminRole } from '../../../../contract/admin-roles.ts';
import type { FirstRun } from '../../../../contract/dashboard/dashboard.ts';
import { DAY, MINUTE } from '../../../../contract/time.ts';
import type { DB } from '../../../../db/schema.ts';
import type { Config } from '../../config/config.ts';
import { createToken, hashToken } from '../../crypto/secrets.ts';
import { type Database, isUnreachable, type Transaction } from '../../db/database.ts';
import { writeRefusalOf } from '../../db/refused-writes.ts';
import type { Clock } from '../../jobs/clock.ts';
import { loggedNetwork, logSecurity } from '../../log/security-log.ts';
import { ApiError } from '../api-error.ts';
import { adminRoleOf, type RoleColumns, requireRole } from './admin-role.ts';
import { createBrowserCookie } from './browser-cookie.ts';
import { createDeviceCookies } from './device-cookie.ts';
import { deviceName } from './device-name.ts';
import {
  confirmSession,
  deleteSession,
  findSession,
  hasPasskey,
  insertSession,
  recordSignIn,
  touchSession,
} from './session-store.ts';

const LIFE_MS = SESSION_MAX_DAYS * DAY;
const RECENT_MS = RECENT_SIGN_IN_MINUTES * MINUTE;
/** The last use is written at most this often, so that most requests cause no write. */
const TOUCH_MS = 5 * MINUTE;
/** A session is read again if the body of its request arrived later than this. */
const SLOW_BODY_MS = 1000;

/** The account that a request is made for. */
export interface Account {
  id: number;
  email: string;
  emailVerified: boolean;
  isAdmin: boolean;
  /** The role of an administrator. */
  role: AdminRole | null;
  createdAt: Date;
  firstRun: FirstRun;
}

/** The session that a request is made in. */
export interface RequestSession {
  id: number;
  /** When the session was read. */
  readAt: Date;
  /** Time of the sign-in, or of the last confirmation. */
  confirmedAt: Date;
  /** The time of the last proof by passkey, or null. */
  passkeyAt: Date | null;
  /** When the passkey of that proof was added. */
  passkeyAddedAt: Date | null;
}

/** A sign-in in a browser that had not signed in to the account before. */
export interface NewDevice {
  email: string;
  device: string | null;
  network: string;
  now: Date;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the hooks `required` and `optional` of `Sessions`. */
    account: Account | null | undefined;
    /** Set with `account`. */
    session: RequestSession | null;
  }
}

export type Sessions = ReturnType<typeof createSessions>;

/**
 * Creates cookie sessions. The database stores only the hash of the token, and every request reads the session there,
 * so that a session ends immediately for all processes. A session ends at sign-out, when its owner ends it, after 14
 * idle days, and after 30 days.
 */
export function createSessions(config: Config, db: Database, clock: Clock, secrets: string[]) {
  // The prefix makes browsers reject a cookie that another host or plain HTTP tries to set.
  const cookie = config.https ? '__Host-nameplate' : 'nameplate';
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: config.https } as const;
  const devices = createDeviceCookies(config, secrets);
  const admins = new Set(config.adminEmails.map((email) => email.toLowerCase()));
  let announceNewDevice: ((trx: Transaction<DB>, notice: NewDevice) => Promise<void>) | undefined;

  function toAccount(row: Pick<Account, 'id'> & AccountColumns): Account {
    const role = adminRoleOf(row, admins);
    return {
      id: row.id,
      email: row.email,
      emailVerified: row.email_verified_at !== null,
      isAdmin: role !== null,
      role,
      createdAt: row.created_at,
      firstRun: row.first_run as FirstRun,
    };
  }

  async function find(request: FastifyRequest): Promise<Account | null> {
    const token = request.cookies[cookie];
    const now = clock();
    const row = token ? await findSession(db, hashToken(token), now) : undefined;
    if (!row) return null;
    if (now.getTime() - row.last_used_at.getTime() >= TOUCH_MS) {
      const touched = touchSession(db, row.session_id, { now, network: loggedNetwork(request.ip) });
      // If the database accepts no writes, it can still be read, and the session is valid.
      await touched.catch((error: unknown) => {
        if (!writeRefusalOf(error)) throw error;
      });
    }
    request.session = {
      id: row.session_id,
      readAt: now,
      confirmedAt: row.confirmed_at,
      passkeyAt: row.passkey_at,
      passkeyAddedAt: row.passkey_added_at,
    };
    return toAccount(row);
  }

  /** Ends the session of the browser, if it has one, and returns the account's id. */
  async function end(request: FastifyRequest): Promise<number | undefined> {
    const token = request.cookies[cookie];
    return token ? deleteSession(db, hashToken(token)) : undefined;
  }

  function recentUntil(request: FastifyRequest): Date | null {
    const until = new Date(sessionOf(request).confirmedAt.getTime() + RECENT_MS);
    return until > clock() ? until : null;
  }

  /**
   * Returns what an administrator still has to provide in production: a first passkey, or a proof of one in this
   * session. A link or a code cannot replace the proof; administrators who have lost their passkeys need `npm run admin
   * -- reset-passkeys`.
   */
  async function owedPasskey(request: FastifyRequest): Promise<'enrol' | 'confirm' | undefined> {
    const { id, isAdmin } = accountOf(request);
    if (!config.production || !isAdmin || sessionOf(request).passkeyAt) return undefined;
    return (await hasPasskey(db, id)) ? 'confirm' : 'enrol';
  }

  return {
    /** The name of the cookie. */
    cookie,

    /** Sets the function that is called, in the transaction of a sign-in, if the browser is new. A later call replaces it. */
    onNewDevice(announce: NonNullable<typeof announceNewDevice>): void {
      announceNewDevice = announce;
    },

    /** onRequest hook: responds with 401 before any other part of the request is examined. */
    async required(request: FastifyRequest): Promise<void> {
      request.account = await find(request);
      if (!request.account) throw new ApiError('signed_out');
    },

    /** onRequest hook after `required`: 403 unless the role includes the call, and in production without a passkey. */
    async admin(request: FastifyRequest): Promise<void> {
      requireRole(request);
      const owed = await owedPasskey(request);
      if (owed) throw new ApiError(owed === 'enrol' ? 'passkey_enrolment_required' : 'passkey_required');
    },

    /** Hook after `required`: responds with 403 unless a sign-in or a confirmation in this session is at most 15 minutes old. */
    async requireRecentSignIn(request: FastifyRequest): Promise<void> {
      const recent = request.routeOptions.config.call?.recent;
      const act = typeof recent === 'object' ? recent.act : recent;
      if (!recentUntil(request)) throw new ApiError('recent_sign_in_required', { act });
    },

    /** onRequest hook after `required`: an administrator in production who has a passkey needs it to change passkeys. */
    async requireOwnPasskey(request: FastifyRequest): Promise<void> {
      if ((await owedPasskey(request)) === 'confirm') throw new ApiError('passkey_required');
    },

    /**
     * onRequest hook: sets the account, if any. The account is undefined if the database is down, so that a page can
     * still be served.
     */
    async optional(request: FastifyRequest): Promise<void> {
      request.account = await find(request).catch((error: unknown) => {
        if (!isUnreachable(error)) throw error;
        return undefined;
      });
    },

    /**
     * preValidation hook: responds with 401 if the session ended while the body arrived, and with 403 if the role
     * ended. Otherwise a thief of the session could keep a request open and act after the owner has ended all sessions.
     */
    async stillOpen(request: FastifyRequest): Promise<void> {
      if (!request.session || clock().getTime() - request.session.readAt.getTime() < SLOW_BODY_MS) return;
      request.account = await find(request);
      if (!request.account) throw new ApiError('signed_out');
      if (request.routeOptions.config.call?.by === 'admin') requireRole(request);
    },

    recentUntil,
    owedPasskey,

    /** The cookie that binds codes and challenges to a browser. */
    browser: createBrowserCookie(config),

    /** Returns the id of this browser, which outlives sign-out, if it has signed in to the account of this address before. */
    deviceOf: devices.deviceOf,

    /**
     * Starts a session with a new token, ends the browser's earlier session, remembers the browser, and returns the account.
     * `passkeyAddedAt` is the age of the passkey that signs in.
     */
    async signIn(
      request: FastifyRequest,
      reply: FastifyReply,
      accountId: number,
      method: SignInMethod,
      passkeyAddedAt: Date | null = null,
    ): Promise<Account> {
      await end(request);
      const token = createToken();
      const now = clock();
      const expiresAt = new Date(now.getTime() + LIFE_MS);
      const device = deviceName(request.headers['user-agent']);
      const network = loggedNetwork(request.ip);
      const account = await db.transaction().execute(async (trx) => {
        const row = await recordSignIn(trx, accountId, now);
        const { email, last_sign_in_at: before } = row;
        const started = { accountId, tokenHash: hashToken(token), now, expiresAt, method, passkeyAddedAt };
        await insertSession(trx, { ...started, device, network });
        // A browser that was signed in to the account knows it, even if the address of the account has just changed.
        const isKnown = request.account?.id === accountId || devices.deviceOf(request, email) !== undefined;
        const isNewDevice = before !== null && method !== 'local' && !isKnown;
        if (isNewDevice) await announceNewDevice?.(trx, { email, device, network, now });
        return toAccount(row);
      });
      reply.setCookie(cookie, token, { ...attributes, expires: expiresAt });
      devices.remember(request, reply, account.email);
      logSecurity(request, 'security.sign_in_succeeded', { account: accountId, by: method });
      return account;
    },

    /** Records a confirmation with a passkey, with a new token for the session. Throws `signed_out` if it has ended. */
    async confirm(request: FastifyRequest, reply: FastifyReply, passkeyAddedAt: Date): Promise<void> {
      const token = createToken();
      const session = sessionOf(request);
      const now = clock();
      const expires = await confirmSession(db, session.id, { now, tokenHash: hashToken(token), passkeyAddedAt });
      if (!expires) throw new ApiError('signed_out');
      request.session = { ...session, confirmedAt: now, passkeyAt: now, passkeyAddedAt };
      reply.setCookie(cookie, token, { ...attributes, expires });
      logSecurity(request, 'security.sign_in_confirmed');
    },

    /** Ends the session on the server and in the browser. */
    async signOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const account = await end(request);
      reply.clearCookie(cookie, attributes);
      // Removes cached pages of this account. "cookies" would remove the device cookie, and "storage" the colour
      // scheme, which is not personal.
      reply.header('clear-site-data', '"cache"');
      if (account !== undefined) logSecurity(request, 'security.sign_out', { account });
    },
  };
}

interface AccountColumns extends RoleColumns {
  email_verified_at: Date | null;
  created_at: Date;
  first_run: string;
}

/** Returns an account in the form of `GET /api/user`. */
export function toCurrentUser({ firstRun, role: _, ...account }: Account): CurrentUser {
  return {
    ...account,
    createdAt: account.createdAt.toISOString(),
    ...(firstRun !== 'ended' && { firstRun }),
  };
}

/** Returns the signed-in account of a route that has the `required` hook. */
export function accountOf(request: FastifyRequest): Account {
  if (!request.account) throw new ApiError('signed_out');
  return request.account;
}

/** Returns the session of a route that has the `required` hook. */
export function sessionOf(request: FastifyRequest): RequestSession {
  if (!request.session) throw new ApiError('signed_out');
  return request.session;
}
