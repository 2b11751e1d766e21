import { sql } from 'kysely';
import { inboxKey } from '../forwarding/shared/inbox-key.ts';
import type { Queryable } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * What a letter to an inbox counts against. Sign-in letters have a share that no other kind uses up, and a browser that has
 * signed in to the account before has one of its own, which strangers can't use up at all.
 */
export type Share = { kind: 'other' } | { kind: 'sign-in' } | { kind: 'device'; device: string };

/** Letters that each share allows for one inbox: at most `max` within `within` milliseconds. */
const LIMITS: Record<Share['kind'], { within: number; max: number }[]> = {
  other: [
    { within: HOUR, max: 5 },
    { within: DAY, max: 15 },
  ],
  'sign-in': [
    { within: HOUR, max: 5 },
    { within: DAY, max: 15 },
  ],
  device: [{ within: HOUR, max: 5 }],
};

/**
 * Counts one more letter to this inbox against a share, or throws `too_many_letters`. Runs in the caller's transaction under
 * a lock of the inbox, so that parallel requests can't slip past the limit together.
 */
export async function countEmail(db: Queryable, address: string, share: Share, now: Date): Promise<void> {
  const key = inboxKey(address);
  const device = share.kind === 'device' ? share.device : null;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`letters ${key}`}, 0))`.execute(db);
  const sent = await db
    .selectFrom('letters_sent')
    .select('sent_at')
    .where('recipient_key', '=', key)
    .where('sent_at', '>', new Date(now.getTime() - DAY))
    .where('share', '=', share.kind)
    .where('device', 'is not distinct from', device)
    .orderBy('sent_at', 'desc')
    .execute();
  for (const { within, max } of LIMITS[share.kind]) {
    const blocking = sent[max - 1];
    if (blocking && blocking.sent_at.getTime() > now.getTime() - within) {
      const retryAfter = Math.ceil((blocking.sent_at.getTime() + within - now.getTime()) / 1000);
      throw new ApiError('too_many_letters', { retryAfter });
    }
  }
  await db.insertInto('letters_sent').values({ recipient_key: key, sent_at: now, share: share.kind, device }).execute();
}

/** Forgets what no limit counts any more. */
export async function deleteEmailCountsBefore(db: Queryable, now: Date): Promise<void> {
  await db
    .deleteFrom('letters_sent')
    .where('sent_at', '<', new Date(now.getTime() - DAY))
    .execute();
}
