import { sql } from 'kysely';
import { inboxKey } from '../../forwarding/shared/inbox-key.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * The quota that an email to an inbox counts against. Sign-in emails have a quota that no other kind uses up. A browser that
 * has signed in to the account before has one for itself, which strangers cannot use up. Emails about the security of an account
 * have one too, and those to an address that a stranger typed into a form of a page.
 */
export type EmailQuota =
  | { kind: 'other' }
  | { kind: 'sign-in' }
  | { kind: 'security' }
  | { kind: 'list' }
  | { kind: 'device'; device: string };

/** Emails that each quota allows for one inbox: at most `max` within `within` milliseconds. */
const LIMITS: Record<EmailQuota['kind'], { within: number; max: number }[]> = {
  other: [
    { within: HOUR, max: 5 },
    { within: DAY, max: 15 },
  ],
  'sign-in': [
    { within: HOUR, max: 5 },
    { within: DAY, max: 15 },
  ],
  device: [{ within: HOUR, max: 5 }],
  security: [
    { within: HOUR, max: 10 },
    { within: DAY, max: 30 },
  ],
  // Over all pages: a form must not become a way to fill the inbox of somebody else.
  list: [
    { within: HOUR, max: 3 },
    { within: DAY, max: 6 },
  ],
};

/**
 * Counts one more email to this inbox against a quota, or throws `too_many_letters`. It locks the inbox for the rest of the
 * caller's transaction, so that parallel requests cannot exceed the limit together.
 */
export async function countEmail(db: Queryable, address: string, quota: EmailQuota, now: Date): Promise<void> {
  const key = inboxKey(address);
  const device = quota.kind === 'device' ? quota.device : null;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`letters ${key}`}, 0))`.execute(db);
  const sent = await db
    .selectFrom('letters_sent')
    .select('sent_at')
    .where('recipient_key', '=', key)
    .where('sent_at', '>', new Date(now.getTime() - DAY))
    .where('share', '=', quota.kind)
    .where('device', 'is not distinct from', device)
    .orderBy('sent_at', 'desc')
    .execute();
  for (const { within, max } of LIMITS[quota.kind]) {
    const blocking = sent[max - 1];
    if (blocking && blocking.sent_at.getTime() > now.getTime() - within) {
      const retryAfter = Math.ceil((blocking.sent_at.getTime() + within - now.getTime()) / 1000);
      throw new ApiError('too_many_letters', { retryAfter, message: limitText(retryAfter) });
    }
  }
  await db.insertInto('letters_sent').values({ recipient_key: key, sent_at: now, share: quota.kind, device }).execute();
}

/** Returns the message for an inbox that gets no more emails for some seconds. */
function limitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? 'a minute' : minutes < 100 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
  return `We have already sent several emails to this address. Please try again in ${wait}.`;
}

/** Deletes the counts that no limit uses any more. */
export async function deleteOldEmailCounts(db: Queryable, now: Date): Promise<void> {
  await db
    .deleteFrom('letters_sent')
    .where('sent_at', '<', new Date(now.getTime() - DAY))
    .execute();
}
