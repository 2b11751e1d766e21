import { sql } from 'kysely';
import type { Queryable } from '../plumbing/database.ts';
import { Failure } from '../plumbing/failure.ts';
import { inboxKey } from '../plumbing/inbox-key.ts';

const HOUR = 3_600_000;

/** Letters one inbox gets on anybody's request: so many in an hour, so many in a day. */
const LETTER_CAPS = [
  { within: HOUR, most: 5 },
  { within: 24 * HOUR, most: 15 },
] as const;

/**
 * Counts one more letter to this inbox, or throws `too_many_letters`. Runs in the caller's transaction under a lock of the
 * inbox, so that parallel requests can't slip past the cap together.
 */
export async function countLetter(db: Queryable, address: string, now: Date): Promise<void> {
  const key = inboxKey(address);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`letters ${key}`}, 0))`.execute(db);
  const day = new Date(now.getTime() - 24 * HOUR);
  const sent = await db
    .selectFrom('letters_sent')
    .select('sent_at')
    .where('recipient_key', '=', key)
    .where('sent_at', '>', day)
    .orderBy('sent_at', 'desc')
    .execute();
  for (const { within, most } of LETTER_CAPS) {
    const blocking = sent[most - 1];
    if (blocking && blocking.sent_at.getTime() > now.getTime() - within) {
      const retryAfter = Math.ceil((blocking.sent_at.getTime() + within - now.getTime()) / 1000);
      throw new Failure('too_many_letters', { retryAfter });
    }
  }
  await db.insertInto('letters_sent').values({ recipient_key: key, sent_at: now }).execute();
}

/** Forgets what no cap counts any more. */
export async function forgetLettersBefore(db: Queryable, now: Date): Promise<void> {
  await db
    .deleteFrom('letters_sent')
    .where('sent_at', '<', new Date(now.getTime() - 24 * HOUR))
    .execute();
}
