import { sql } from 'kysely';
import { planForHandle } from '../../contract/plans.ts';
import type { DB } from '../../db/schema.ts';
import { inboxKey } from '../forwarding/shared/inbox-key.ts';
import { newToken, tokenHash } from '../platform/crypto/secrets.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import {
  countHolds,
  deleteHold,
  deleteHoldsBefore,
  hasHolds,
  holdsOfNetwork,
  openHold,
  prolongHold,
  takeHold,
} from './shared/holds-store.ts';
import { assertAvailable } from './rules.ts';

/**
 * The cookie with the secret by which a browser's own holds are known. Over TLS its prefix makes browsers reject one that
 * another host or plain HTTP tries to plant.
 */
export function holdCookie(https: boolean): string {
  return https ? '__Host-nameplate-hold' : 'nameplate-hold';
}

const MINUTE = 60_000;
/** How long a handle waits for its payment. */
export const HOLD_MINUTES = 15;
/** A payment that PayPal is still checking: the handle waits for the result, within reason. */
const PENDING_DAYS = 7;
/** Handles that one inbox may keep from others at a time. */
const HOLDS_PER_INBOX = 10;
/** The same for one network, and how many of them may be of the Vanity plan: there are 26 of those in all. */
const HOLDS_PER_NETWORK = 10;
const VANITY_HOLDS_PER_NETWORK = 2;

/** A hold to be taken; `network` is undefined where networks are not limited. */
export interface WantedHold {
  handle: string;
  /** The reference of the payment that it is for. */
  holder: string;
  email: string;
  /** The secret of the browser. */
  secret: string;
  network: string | undefined;
}

/** Holds a handle for a payment that begins. Throws why it cannot be had. */
export async function holdHandle(
  trx: Transaction<DB>,
  { handle, holder, email, secret, network }: WantedHold,
  now: Date,
): Promise<void> {
  await assertAvailable(trx, handle, now, { reference: holder });
  const key = inboxKey(email);
  await lock(trx, `holds ${key}`);
  if ((await countHolds(trx, key, now)) >= HOLDS_PER_INBOX) {
    throw new ApiError('too_many_orders', { retryAfter: HOLD_MINUTES * 60 });
  }
  if (network !== undefined) await assertNetworkMayHold(trx, network, handle, now);
  const hold = {
    ...{ handle, holder, inboxKey: key, browserHash: tokenHash(secret), network: network ?? null },
    expiresAt: new Date(now.getTime() + HOLD_MINUTES * MINUTE),
  };
  if (!(await takeHold(trx, hold, now))) throw new ApiError('handle_taken');
}

/** Throws `too_many_holds` where a network holds as much as it may, with the time until the first of them ends. */
async function assertNetworkMayHold(trx: Transaction<DB>, network: string, handle: string, now: Date): Promise<void> {
  await lock(trx, `holds of network ${network}`);
  const holds = await holdsOfNetwork(trx, network, now);
  const vanity =
    planForHandle(handle) === 'Vanity' ? holds.filter((hold) => planForHandle(hold.handle) === 'Vanity') : [];
  const [ending] = holds.length >= HOLDS_PER_NETWORK ? holds : vanity.length >= VANITY_HOLDS_PER_NETWORK ? vanity : [];
  if (!ending) return;
  throw new ApiError('too_many_holds', {
    retryAfter: Math.max(1, Math.ceil((ending.expiresAt.getTime() - now.getTime()) / 1000)),
  });
}

/** Locks something by its name for the rest of the transaction. */
async function lock(trx: Transaction<DB>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

/** The secret of a browser: the one that it brought where it holds something with it, else a new one. */
export async function browserSecret(db: Queryable, brought: string | undefined, now: Date): Promise<string> {
  return brought !== undefined && (await hasHolds(db, tokenHash(brought), now)) ? brought : newToken();
}

/** The reference of the payment for which this browser holds a handle; undefined where it does not. */
export async function ownHold(db: Queryable, handle: string, secret: string, now: Date): Promise<string | undefined> {
  const hold = await openHold(db, handle, now);
  return hold?.browserHash?.equals(tokenHash(secret)) ? hold.holder : undefined;
}

/** Holds it for longer, since the payment goes on; false where it cannot be had any more. */
export async function keepHolding(
  trx: Transaction<DB>,
  { handle, holder, email, pending }: { handle: string; holder: string; email: string; pending: boolean },
  now: Date,
): Promise<boolean> {
  try {
    await assertAvailable(trx, handle, now, { reference: holder });
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
  const life = pending ? PENDING_DAYS * 24 * 60 * MINUTE : HOLD_MINUTES * MINUTE;
  const expiresAt = new Date(now.getTime() + life);
  if (await prolongHold(trx, { handle, holder, expiresAt })) return true;
  const anew = { handle, holder, inboxKey: inboxKey(email), browserHash: null, network: null, expiresAt };
  return takeHold(trx, anew, now);
}

/** The payment has ended: whatever it held is free again. */
export async function releaseHold(db: Queryable, holder: string): Promise<void> {
  await deleteHold(db, holder);
}

export async function forgetEndedHolds(db: Queryable, now: Date): Promise<void> {
  await deleteHoldsBefore(db, now);
}
