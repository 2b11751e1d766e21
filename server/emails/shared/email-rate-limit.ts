import { createHmac } from 'node:crypto';
import type { DB } from '../../../db/schema.ts';
import { inboxKey } from '../../addresses/inbox-key.ts';
import { requireUse } from '../../limits/count-use.ts';
import { deriveKeys } from '../../platform/crypto/secrets.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

/**
 * The quota of an inbox that an email counts against, by who orders the email. Strangers share one quota for claims and
 * one for sign-ins; signed-in accounts share one for inboxes that may belong to others; forms of pages share one. No
 * stranger can use up the quota of a browser that has signed in to the account before, of an account that writes to its
 * own inbox, or of emails about security.
 */
export type EmailQuota =
  | { kind: 'other' | 'security' | 'list' }
  /** `origin`: where the stranger's request comes from, see `strangerOrigin`; undefined if networks are not limited. */
  | { kind: 'claim' | 'sign-in'; origin: string | undefined }
  | { kind: 'account' | 'own'; account: number }
  /**
   * Emails about the mail of a handle: a repeatedly failing inbox must not use up the quota for emails that its account orders.
   */
  | { kind: 'own'; about: 'mail-state' }
  | { kind: 'device'; device: string };

/**
 * Returns a hash of the origin of a stranger's request for an email: the IPv4 address, or the IPv6 /48, because a
 * provider may assign a whole /48 to one customer. The hash is keyed with the first secret.
 */
export function strangerOrigin(networks: readonly string[], secrets: string[]): string | undefined {
  const [key] = deriveKeys(secrets, 'origin of an email');
  const widest = networks.at(-1);
  if (!key || widest === undefined) return undefined;
  return createHmac('sha256', key).update(widest).digest('base64url').slice(0, 22);
}

/** Counts one more email to this inbox against a quota, or throws `too_many_emails`. */
export async function countEmail(trx: Transaction<DB>, address: string, quota: EmailQuota, now: Date): Promise<void> {
  const inbox = inboxKey(address);
  const kind = quota.kind === 'account' && (await ownsInbox(trx, quota.account, inbox)) ? 'own' : quota.kind;
  await requireUse(trx, { kind: `email-${kind}`, by: { inbox }, detail: originOf(quota) }, now);
}

/** Returns the value that distinguishes the people who order emails under a quota, or undefined. */
function originOf(quota: EmailQuota): string | undefined {
  if ('origin' in quota) return quota.origin;
  if ('account' in quota) return String(quota.account);
  if ('about' in quota) return quota.about;
  return 'device' in quota ? quota.device : undefined;
}

async function ownsInbox(db: Queryable, account: number, key: string): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('email').where('id', '=', account).executeTakeFirst();
  return row !== undefined && inboxKey(row.email) === key;
}
