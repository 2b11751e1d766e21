import { EMAIL_UNDO_DAYS } from '../../contract/accounts/email-change.ts';
import { formatUtcDay } from '../../contract/dates.ts';
import type { Site } from '../../contract/documents.ts';
import { pages } from '../../contract/paths.ts';
import type { Email } from '../emails/shared/email.ts';
import { issueLink } from '../magic-links/rules.ts';
import type { Queryable } from '../platform/db/database.ts';
import { type UndoableChange, undoableChangeOf } from './shared/former-address-store.ts';

/**
 * Returns the email for an address that asks to sign in or to claim a handle although its account moved to another
 * address in the last few days; null for any other address.
 */
export async function formerAddressEmail(
  db: Queryable,
  { site, now }: { site: Site; now: Date },
  to: string,
): Promise<Email | null> {
  const change = await undoableChangeOf(db, to, now);
  if (!change) return null;
  const { old_email: email, changed_at: changedAt } = change;
  return {
    to: email,
    subject: `${email} no longer signs in to ${site.host}`,
    preheader: 'The sign-in address of this account was changed. You can undo that.',
    heading: 'Your sign-in address was changed',
    body: [
      `Someone, probably you, asked to sign in to ${site.host} as ${email}. This account has had another sign-in address since ${formatUtcDay(changedAt ?? now)}.`,
      'If you changed it, sign in with the new address. If you did not, undo the change: the address is restored, and everyone who is signed in is signed out.',
    ],
    ...(await undoButton(db, { site, now }, change)),
  };
}

/** Returns the button that undoes a change, with a new link, and its notes. */
export async function undoButton(
  db: Queryable,
  { site, now }: { site: Site; now: Date },
  { id, old_email: email, undo_until: until }: UndoableChange,
): Promise<Pick<Email, 'button' | 'notes'>> {
  const token = await issueLink(db, now, { purpose: 'undo-email-change', email, emailChangeId: id });
  return {
    button: { label: 'Undo the change', url: site.origin + pages.link(token) },
    notes: [
      `The link works once, until ${formatUtcDay(until ?? now)}, which is ${EMAIL_UNDO_DAYS} days after the change. It opens a page that asks you to confirm.`,
      'If you changed the address yourself, you can ignore this email.',
    ],
  };
}
