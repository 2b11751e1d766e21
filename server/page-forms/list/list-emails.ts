import type { Site } from '../../../contract/documents.ts';
import { formPages } from '../../../contract/page-forms/paths.ts';
import { pages } from '../../../contract/paths.ts';
import { type Email, type EmailComposers, formatTime, handleInSubject } from '../../emails/shared/email.ts';
import { refusesEmails } from '../../forwarding/inbox-rules.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { listToken } from './list-token-rules.ts';
import { findSubscription } from './subscriptions-store.ts';

/** An email to somebody who joins a list: the button that confirms it, or the way out once it is confirmed. */
export type ListEmail =
  | { kind: 'list-confirm'; to: string; subscriberId: string }
  | { kind: 'list-joined'; to: string; subscriberId: string };

interface Parts {
  site: Site;
  secrets: string[];
}

/** The emails of the lists of pages. Each one has the link that ends the subscription. */
export function listEmails(parts: Parts): EmailComposers<ListEmail> {
  return {
    'list-confirm': async (db, { to, subscriberId }) => {
      const found = await waiting(db, to, subscriberId);
      return found?.confirmed_at === null ? confirmEmail(parts, found) : null;
    },
    'list-joined': async (db, { to, subscriberId }) => {
      const found = await waiting(db, to, subscriberId);
      return found && found.confirmed_at !== null ? joinedEmail(parts, { ...found, confirmed_at: found.confirmed_at }) : null;
    },
  };
}

type Found = NonNullable<Awaited<ReturnType<typeof findSubscription>>>;

/** Returns the subscription unless it is gone, its page is off, or the owner of the inbox wants no emails from us. */
async function waiting(db: Queryable, to: string, id: string): Promise<Found | null> {
  const found = await findSubscription(db, id);
  if (found?.state !== 'active' || found.email.toLowerCase() !== to.toLowerCase()) return null;
  return (await refusesEmails(db, to)) ? null : found;
}

function confirmEmail({ site, secrets }: Parts, { id, email, handle, wording }: Found): Email {
  const token = listToken(secrets, id);
  const page = `${site.host}${pages.profile(handle)}`;
  return {
    to: email,
    subject: `Confirm that you want emails from ${handleInSubject(handle, 'a page')}`,
    paragraphs: [
      `Somebody entered this address on ${page} to get news from the owner of that page by email. If that was you, open the link and press the button there.`,
      `What you agree to: “${wording}”`,
    ],
    button: { label: 'Confirm', url: site.origin + formPages.confirmSubscription(token) },
    notes: [
      'The link works for seven days. Then your address is deleted.',
      'If that was not you, you can ignore this email: you get nothing else.',
    ],
    stop: { text: 'Delete this request now:', url: site.origin + formPages.leaveList(token) },
  };
}

function joinedEmail({ site, secrets }: Parts, { id, email, handle, wording, confirmed_at }: Found & { confirmed_at: Date }): Email {
  const page = `${site.host}${pages.profile(handle)}`;
  const leave = site.origin + formPages.leaveList(listToken(secrets, id));
  return {
    to: email,
    subject: `You get emails from ${handleInSubject(handle, 'a page')} now`,
    paragraphs: [
      `You joined the email list of ${page} on ${formatTime(confirmed_at)}. Its owner has your address from now on, and writes to you without us.`,
      `What you agreed to: “${wording}”`,
      'Keep this email: its link ends your subscription at any time.',
    ],
    button: { label: 'Open the page', url: site.origin + pages.profile(handle) },
    notes: [],
    stop: { text: 'Unsubscribe:', url: leave },
  };
}
