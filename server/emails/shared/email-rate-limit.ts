import { createHmac } from 'node:crypto';
import type { DB } from '../../../db/schema.ts';
import { inboxKey } from '../../addresses/inbox-key.ts';
import { requireUse } from '../../limits/count-use.ts';
import { deriveKeys } from '../../platform/crypto/secrets.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

/**
 * The quota that an email to an inbox counts against, by who orders it. Strangers share one for claims and one for signing in,
 * signed-in accounts one for what they send to inboxes that may be of others, and forms of pages one. No stranger can use up
 * that of a browser that has signed in to the account before, of an account that writes to its own inbox, or of emails about security.
 */
export type EmailQuota =
  | { kind: 'other' | 'security' | 'list' }
  /** `origin`: where a stranger asks, see `strangerOrigin`; undefined if networks are not limited. */
  | { kind: 'claim' | 'sign-in'; origin: string | undefined }
  | { kind: 'account' | 'own'; account: number }
  /** What became of the mail of a handle: an inbox that fails again and again must not use up what its account orders. */
  | { kind: 'own'; about: 'mail-state' }
  | { kind: 'device'; device: string };

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

/** Counts one more email to this inbox against a quota, or throws `too_many_emails`. */
export async function countEmail(trx: Transaction<DB>, address: string, quota: EmailQuota, now: Date): Promise<void> {
  const inbox = inboxKey(address);
  const kind = quota.kind === 'account' && (await ownsInbox(trx, quota.account, inbox)) ? 'own' : quota.kind;
  await requireUse(trx, { kind: `email-${kind}`, by: { inbox }, detail: originOf(quota) }, now);
}

/** What tells apart those who order emails of a quota; undefined if nothing does. */
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
