import { sql } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../plumbing/database.ts';
import { Failure } from '../plumbing/failure.ts';
import { inboxKey } from '../plumbing/inbox-key.ts';
import { countHolds, deleteHold, deleteHoldsBefore, takeHold } from './holds-store.ts';
import { assertAvailable } from './rules.ts';

/** Tells a browser's own hold from others': the reference of the payment that it began. */
export const HOLD_COOKIE = 'nameplate-hold';

const MINUTE = 60_000;
/** How long a handle waits for its payment. */
export const HOLD_MINUTES = 15;
/** A payment that PayPal has and still checks: the handle waits for its word, within reason. */
const PENDING_DAYS = 7;
/** Handles that one inbox may keep from others at a time. */
const HOLDS_PER_INBOX = 10;

/** Holds a handle for a payment that begins. Throws why it can't be had. */
export async function holdHandle(
  trx: Transaction<DB>,
  { handle, holder, email }: { handle: string; holder: string; email: string },
  now: Date,
): Promise<void> {
  await assertAvailable(trx, handle, now, holder);
  const key = inboxKey(email);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`holds ${key}`}, 0))`.execute(trx);
  if ((await countHolds(trx, key, now)) >= HOLDS_PER_INBOX) {
    throw new Failure('too_many_orders', { retryAfter: HOLD_MINUTES * 60 });
  }
  const expiresAt = new Date(now.getTime() + HOLD_MINUTES * MINUTE);
  if (!(await takeHold(trx, { handle, holder, inboxKey: key, expiresAt }, now))) throw new Failure('handle_taken');
}

/** Holds it for longer, since the payment goes on; false where it can't be had any more. */
export async function keepHolding(
  trx: Transaction<DB>,
  { handle, holder, email, pending }: { handle: string; holder: string; email: string; pending: boolean },
  now: Date,
): Promise<boolean> {
  try {
    await assertAvailable(trx, handle, now, holder);
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
  const life = pending ? PENDING_DAYS * 24 * 60 * MINUTE : HOLD_MINUTES * MINUTE;
  const expiresAt = new Date(now.getTime() + life);
  return takeHold(trx, { handle, holder, inboxKey: inboxKey(email), expiresAt }, now);
}

/** The payment has ended: whatever it held is free again. */
export async function releaseHold(db: Queryable, holder: string): Promise<void> {
  await deleteHold(db, holder);
}

export async function forgetEndedHolds(db: Queryable, now: Date): Promise<void> {
  await deleteHoldsBefore(db, now);
}
