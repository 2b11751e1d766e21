import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { inboxKey } from '../../addresses/inbox-key.ts';
import { deriveKeys } from '../../platform/crypto/secrets.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * The quota that an email to an inbox counts against, by who orders it. Strangers share one for claims and one for signing in,
 * signed-in accounts one for what they send to inboxes that may be of others, and forms of pages one. No stranger can use up
 * that of a browser that has signed in to the account before, of an account that writes to its own inbox, or of emails about security.
 */
export type EmailQuota =
  | { kind: 'other' | 'security' | 'list' }
  /** No email, but an account that a free claim opens: an inbox has any number of addresses with +tags. */
  | { kind: 'opened' }
  /** `origin`: where a stranger asks, see `strangerOrigin`; undefined if networks are not limited. */
  | { kind: 'claim' | 'sign-in'; origin: string | undefined }
  | { kind: 'account' | 'own'; account: number }
  /** What became of the mail of a handle: an inbox that fails again and again must not use up what its account orders. */
  | { kind: 'own'; about: 'mail-state' }
  | { kind: 'device'; device: string };

interface Limit {
  within: number;
  max: number;
  /** The same for an origin that has not ordered an email to this inbox for a day: so a few origins do not lock out all others. */
  maxNew?: number;
}

const BY_STRANGERS: Limit[] = [
  { within: HOUR, max: 5, maxNew: 15 },
  { within: DAY, max: 15, maxNew: 25 },
];
const BY_ONE: Limit[] = [
  { within: HOUR, max: 5 },
  { within: DAY, max: 15 },
];

/** Emails that each quota allows for one inbox. */
const LIMITS: Record<EmailQuota['kind'], Limit[]> = {
  other: BY_ONE,
  opened: [{ within: DAY, max: 3 }],
  claim: BY_STRANGERS,
  'sign-in': BY_STRANGERS,
  account: BY_STRANGERS,
  own: BY_ONE,
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

/** Quotas that each origin has for itself. */
const FOR_EACH_ORIGIN = new Set<EmailQuota['kind']>(['own', 'device']);

/**
 * Returns where a stranger asks for an email, as a hash: the IPv4 address or the IPv6 /48, of which one customer of a provider may
 * have all networks. The first secret hides it.
 */
export function strangerOrigin(networks: readonly string[], secrets: string[]): string | undefined {
  const [key] = deriveKeys(secrets, 'origin of an email');
  const widest = networks.at(-1);
  if (!key || widest === undefined) return undefined;
  return createHmac('sha256', key).update(widest).digest('base64url').slice(0, 22);
}

/**
 * Counts one more email to this inbox against a quota, or throws `too_many_letters`. It locks the inbox for the rest of the
 * caller's transaction, so that parallel requests cannot exceed the limit together.
 */
export async function countEmail(db: Queryable, address: string, quota: EmailQuota, now: Date): Promise<void> {
  const key = inboxKey(address);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`letters ${key}`}, 0))`.execute(db);
  const kind = quota.kind === 'account' && (await ownsInbox(db, quota.account, key)) ? 'own' : quota.kind;
  const origin = originOf(quota);
  const counted = await db
    .selectFrom('letters_sent')
    .select((eb) => ['sent_at', eb.fn.coalesce('device', 'origin').as('by')])
    .where('recipient_key', '=', key)
    .where('sent_at', '>', new Date(now.getTime() - DAY))
    .where('share', '=', kind)
    .orderBy('sent_at', 'desc')
    .execute();
  const sent = FOR_EACH_ORIGIN.has(kind) ? counted.filter(({ by }) => by === origin) : counted;
  const isNew = origin !== null && sent.every(({ by }) => by !== origin);
  for (const { within, max, maxNew = max } of LIMITS[kind]) {
    const blocking = sent[(isNew ? maxNew : max) - 1];
    if (blocking && blocking.sent_at.getTime() > now.getTime() - within) {
      const retryAfter = Math.ceil((blocking.sent_at.getTime() + within - now.getTime()) / 1000);
      throw new ApiError('too_many_letters', { retryAfter, message: limitText(retryAfter) });
    }
  }
  await db
    .insertInto('letters_sent')
    .values({ recipient_key: key, sent_at: now, share: kind, ...(kind === 'device' ? { device: origin } : { origin }) })
    .execute();
}

/** What tells apart those who order emails of a quota; null if nothing does. */
function originOf(quota: EmailQuota): string | null {
  if ('origin' in quota) return quota.origin ?? null;
  if ('account' in quota) return String(quota.account);
  if ('about' in quota) return quota.about;
  return 'device' in quota ? quota.device : null;
}

async function ownsInbox(db: Queryable, account: number, key: string): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('email').where('id', '=', account).executeTakeFirst();
  return row !== undefined && inboxKey(row.email) === key;
}

/** Returns the message for an inbox that gets no more emails for some seconds. */
function limitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? 'a minute' : minutes < 100 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
  return `We have already sent several emails to this address. Please try again in ${wait}.`;
}
