import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseAddress } from '../../contract/addresses.ts';
import type { StopView } from '../../contract/documents.ts';
import { inboxKey } from '../addresses/inbox-key.ts';
import { orderWarning } from '../emails/rules.ts';
import { maskAddress } from '../emails/shared/mask-address.ts';
import { deriveKeys } from '../platform/crypto/secrets.ts';
import type { Database } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import type { InboxStopped } from './emails/inbox-stopped-email.ts';
import { allowInbox, inboxesToStop, isInboxStopped, lockInbox, stopInbox } from './inbox-store.ts';
import { MAIL_STATE_QUOTA } from './refusals/inbox-refusal-rules.ts';

const MAC_BYTES = 16;

function macOf(key: Buffer, address: string): Buffer {
  return createHmac('sha256', key).update(inboxKey(address)).digest().subarray(0, MAC_BYTES);
}

/**
 * Returns the token of the link with which the owner of an inbox stops all forwarding to it. The token is signed
 * instead of stored and never expires, because the email may be kept for years.
 */
export function stopToken(secrets: string[], address: string): string {
  const [key] = deriveKeys(secrets, 'stop');
  if (!key) throw new Error('no secret to sign with');
  return `${Buffer.from(address).toString('base64url')}.${macOf(key, address).toString('base64url')}`;
}

/** Returns the address in the token, or null if the signature is not ours. */
function readStopToken(secrets: string[], token: string): string | null {
  const [encoded = '', mac = ''] = token.split('.');
  const address = parseAddress(Buffer.from(encoded, 'base64url').toString('utf8'));
  const given = Buffer.from(mac, 'base64url');
  if (address === null || given.length !== MAC_BYTES) return null;
  return deriveKeys(secrets, 'stop').some((key) => timingSafeEqual(macOf(key, address), given)) ? address : null;
}

/** Returns what the page of a stop link shows. Opening the page changes nothing, because mail scanners follow links. */
export async function viewStop(db: Database, secrets: string[], token: string): Promise<StopView> {
  const email = readStopToken(secrets, token);
  if (email === null) return { state: 'invalid' };
  return { state: (await isInboxStopped(db, inboxKey(email))) ? 'stopped' : 'ready', email };
}

/**
 * Stops all forwarding to the inbox and every request for its consent, and notifies the accounts that lose mail; or
 * allows both again. Repeating a decision changes nothing. Throws `link_invalid` for a token without our signature.
 */
export async function stopOrAllowInbox(
  { db, clock, secrets }: { db: Database; clock: Clock; secrets: string[] },
  token: string,
  action: 'stop' | 'allow',
): Promise<StopView> {
  const email = readStopToken(secrets, token);
  if (email === null) throw new ApiError('link_invalid');
  const key = inboxKey(email);
  await db.transaction().execute(async (trx) => {
    await lockInbox(trx, key);
    if (action === 'allow') return allowInbox(trx, key);
    const lost = await inboxesToStop(trx, key);
    await stopInbox(trx, key, clock());
    for (const { account_email: to, handle, handle_id: handleId, inbox, address } of lost) {
      // The email would go to the inbox whose owner has just pressed the button.
      if (inboxKey(to) === key) continue;
      const order = { kind: 'inbox-stopped', to, handle, handleId, inbox, address: maskAddress(address) } as const;
      await orderWarning<InboxStopped>(trx, order, clock(), MAIL_STATE_QUOTA);
    }
  });
  return { state: action === 'stop' ? 'stopped' : 'allowed', email };
}
