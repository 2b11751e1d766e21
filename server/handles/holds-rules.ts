import { planForHandle } from '../../contract/payments/plans.ts';
import { DAY, MINUTE } from '../../contract/time.ts';
import type { DB } from '../../db/schema.ts';
import { inboxKey } from '../addresses/inbox-key.ts';
import { createToken, hashToken } from '../platform/crypto/secrets.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { lockName } from '../platform/db/lock-name.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { assertAvailable } from './rules.ts';
import { activeHold, countHolds, extendHold, hasHolds, holdsOfNetwork, insertHold } from './shared/holds-store.ts';

/**
 * Returns the name of the cookie with the secret that proves a browser's own holds. Over TLS, its prefix makes browsers
 * reject a cookie set by another host or over plain HTTP (RFC 6265bis 4.1.3.2).
 */
export function holdCookieName(https: boolean): string {
  return https ? '__Host-nameplate-hold' : 'nameplate-hold';
}

/** Duration for which a handle is held for its payment. */
export const HOLD_MINUTES = 15;
/** Duration for which a handle is held for a payment that PayPal is still checking. */
const PENDING_DAYS = 7;
/** Handles that one inbox may hold at a time. */
const HOLDS_PER_INBOX = 10;
/** Handles that one network may hold at a time, and how many of these may be of the Vanity plan, which has only 26 handles. */
const HOLDS_PER_NETWORK = 10;
const VANITY_HOLDS_PER_NETWORK = 2;

/** A requested hold; `network` is undefined if networks are not limited. */
export interface WantedHold {
  handle: string;
  /** The reference of the payment that the handle is held for. */
  holder: string;
  email: string;
  /** The secret of the browser. */
  secret: string;
  invitation: number | undefined;
  network: string | undefined;
}

/** Holds a handle for a new payment. Throws an error with the reason if it cannot be claimed. */
export async function holdHandle(
  trx: Transaction<DB>,
  { handle, holder, email, secret, network, invitation }: WantedHold,
  now: Date,
): Promise<void> {
  await assertAvailable(trx, handle, now, { reference: holder, invitation });
  const key = inboxKey(email);
  await lockName(trx, `holds ${key}`);
  if ((await countHolds(trx, key, now)) >= HOLDS_PER_INBOX) {
    throw new ApiError('too_many_orders', { retryAfter: HOLD_MINUTES * 60 });
  }
  if (network !== undefined) await assertNetworkMayHold(trx, network, handle, now);
  const hold = {
    handle,
    holder,
    inboxKey: key,
    browserHash: hashToken(secret),
    network: network ?? null,
    expiresAt: new Date(now.getTime() + HOLD_MINUTES * MINUTE),
  };
  if (!(await insertHold(trx, hold, now))) throw new ApiError('handle_taken');
}

/** Throws `too_many_holds` if a network is at its limit, with the time until its first hold expires. */
async function assertNetworkMayHold(trx: Transaction<DB>, network: string, handle: string, now: Date): Promise<void> {
  await lockName(trx, `holds of network ${network}`);
  const holds = await holdsOfNetwork(trx, network, now);
  const vanity =
    planForHandle(handle) === 'Vanity' ? holds.filter((hold) => planForHandle(hold.handle) === 'Vanity') : [];
  const [ending] = holds.length >= HOLDS_PER_NETWORK ? holds : vanity.length >= VANITY_HOLDS_PER_NETWORK ? vanity : [];
  if (!ending) return;
  throw new ApiError('too_many_holds', {
    retryAfter: Math.max(1, Math.ceil((ending.expiresAt.getTime() - now.getTime()) / 1000)),
  });
}

/** Returns the secret of a browser: the one in its cookie if that secret has an active hold, else a new one. */
export async function browserSecret(db: Queryable, cookie: string | undefined, now: Date): Promise<string> {
  return cookie !== undefined && (await hasHolds(db, hashToken(cookie), now)) ? cookie : createToken();
}

/** Returns the reference of the payment for which this browser holds the handle; undefined if it does not hold it. */
export async function holdOfBrowser(
  db: Queryable,
  handle: string,
  secret: string,
  now: Date,
): Promise<string | undefined> {
  const hold = await activeHold(db, handle, now);
  return hold?.browserHash?.equals(hashToken(secret)) ? hold.holder : undefined;
}

/** Extends a hold for a payment in progress, or creates it again. Returns false if the handle can no longer be claimed. */
export async function renewHold(
  trx: Transaction<DB>,
  {
    handle,
    holder,
    email,
    pending,
    invitation,
  }: { handle: string; holder: string; email: string; pending: boolean; invitation: number | undefined },
  now: Date,
): Promise<boolean> {
  try {
    await assertAvailable(trx, handle, now, { reference: holder, invitation });
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
  const lifetime = pending ? PENDING_DAYS * DAY : HOLD_MINUTES * MINUTE;
  const expiresAt = new Date(now.getTime() + lifetime);
  if (await extendHold(trx, { handle, holder, expiresAt })) return true;
  const hold = { handle, holder, inboxKey: inboxKey(email), browserHash: null, network: null, expiresAt };
  return insertHold(trx, hold, now);
}
