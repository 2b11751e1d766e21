import type { Site } from '../../../contract/documents.ts';
import { pages } from '../../../contract/paths.ts';
import { planHasFeature } from '../../../contract/payments/features.ts';
import { destinationsOf } from '../../forwarding/shared/destinations-store.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { hashAppPassword } from '../shared/app-password-secret.ts';
import { findPasswordIds, findSender, type PasswordUse, type SenderRow, updateLastUses } from './submission-store.ts';

/** A handle as a sender. Mail processes keep it in memory until it changes. */
export type Sender = SenderRow;

/** The characters of handles (contract/handles/handle-rules.ts). */
const HANDLE = /^[a-z0-9.-]{1,30}$/;
/** RFC 5321 4.5.3.1: 64 octets of local part, 255 of domain. */
const MAX_USER = 320;

/**
 * Returns the handle in a user name, which is either the handle alone or its address. Returns an empty text for any other name.
 */
export function handleOfUser(user: string, mailDomain: string): string {
  if (user.length > MAX_USER) return '';
  const name = user.trim().toLowerCase();
  const suffix = `@${mailDomain}`;
  const handle = name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
  return HANDLE.test(handle) ? handle : '';
}

/**
 * Returns the id of the app password for each handle and password, in the same order; null where they do not match. A
 * handle that does not exist causes the same work: one hash and one place in the query.
 */
export async function matchPasswords(
  db: Queryable,
  tried: { handle: string; password: string }[],
): Promise<(number | null)[]> {
  return findPasswordIds(
    db,
    tried.map(({ handle, password }) => ({ handle, secretHash: hashAppPassword(password) })),
  );
}

/** Returns a handle as a sender; undefined if it does not exist. */
export async function readSender(db: Queryable, handle: string): Promise<Sender | undefined> {
  return findSender(db, handle);
}

/** Records the last uses of app passwords. */
export async function recordPasswordUses(db: Queryable, uses: PasswordUse[]): Promise<void> {
  if (uses.length > 0) await updateLastUses(db, uses);
}

/** The reason why a handle cannot send, as a reply of the mail server. */
export interface SendRefusal {
  code: number;
  enhanced: string;
  text: string;
}

const refusal = (text: string): SendRefusal => ({ code: 550, enhanced: '5.7.1', text });

/**
 * Returns why a sender must not send now with this app password or, if `passwordId` is null, by a reply; null if they
 * may.
 */
export function refusalOf(sender: Sender | undefined, passwordId: number | null, site: Site): SendRefusal | null {
  if (!sender || (passwordId !== null && !sender.password_ids.includes(passwordId))) {
    return { code: 535, enhanced: '5.7.8', text: 'This app password was revoked: make a new one' };
  }
  const { handle, state, pause_reason: paused } = sender;
  const manage = site.origin + pages.manageEmail();
  if (!planHasFeature(handle, 'sending', sender.common_features))
    return refusal('The plan of this handle does not include sending');
  if (state === 'resting') {
    return refusal(`The year of ${handle} has ended. Renew it to send again: ${site.origin}${pages.manage()}`);
  }
  if (state !== 'active') return refusal('This handle cannot send at the moment');
  if (paused === 'administrator') {
    return refusal(`An administrator paused sending. Write to postmaster@${site.mailDomain}`);
  }
  if (paused === 'bounces') {
    return refusal(`Sending is paused: too many recipients do not exist. Read more and resume it: ${manage}`);
  }
  if (paused !== null) {
    return refusal(`Sending is paused: recipients reported spam. Read more and resume it: ${manage}`);
  }
  return null;
}

/**
 * Returns the verified inbox of a handle; null without one, if the inbox no longer exists, or if its owner stopped our mail.
 */
export async function verifiedInboxOf(db: Queryable, handle: string, now: Date): Promise<string | null> {
  const row = (await destinationsOf(db, [handle], now)).get(handle);
  return row && row.paused_at === null ? row.address : null;
}
