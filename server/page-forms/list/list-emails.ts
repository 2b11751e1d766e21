import { formatUtcTime } from '../../../contract/dates.ts';
import type { Site } from '../../../contract/documents.ts';
import { formPages } from '../../../contract/page-forms/paths.ts';
import { pages } from '../../../contract/paths.ts';
import { type Email, type EmailComposers, handleInSubject } from '../../emails/shared/email.ts';
import { rich, typed } from '../../emails/shared/rich-text.ts';
import { refusesEmails } from '../../forwarding/inbox-rules.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { listToken } from './list-token-rules.ts';
import { findSubscription } from './subscriptions-store.ts';

/** An email to someone who joins a list, with the button that confirms this or, later, the link that ends it. */
export type ListEmail =
  | { kind: 'list-confirm'; to: string; subscriberId: string }
  | { kind: 'list-joined'; to: string; subscriberId: string };

interface Parts {
  site: Site;
  secrets: string[];
}

/** Composes the emails of email lists. Each one has the link that ends the subscription. */
export function listEmails(parts: Parts): EmailComposers<ListEmail> {
  return {
    'list-confirm': async (db, { to, subscriberId }) => {
      const found = await waiting(db, to, subscriberId);
      return found?.confirmed_at === null ? confirmEmail(parts, found) : null;
    },
    'list-joined': async (db, { to, subscriberId }) => {
      const found = await waiting(db, to, subscriberId);
      return found && found.confirmed_at !== null
        ? joinedEmail(parts, { ...found, confirmed_at: found.confirmed_at })
        : null;
    },
  };
}

type Found = NonNullable<Awaited<ReturnType<typeof findSubscription>>>;

/** Returns the subscription unless it was deleted, its page is off, or the owner of the inbox has blocked our emails. */
async function waiting(db: Queryable, to: string, id: string): Promise<Found | null> {
  const found = await findSubscription(db, id);
  if (found?.state !== 'active' || found.email.toLowerCase() !== to.toLowerCase()) return null;
  return (await refusesEmails(db, to)) ? null : found;
}

/**
 * Composes the email to an address that someone typed. It contains no text by the page's owner, who could otherwise use
 * us to send it to strangers; the wording of the consent is on the page that the button opens.
 */
function confirmEmail({ site, secrets }: Parts, { id, email, handle }: Found): Email {
  const token = listToken(secrets, id);
  const page = `${site.host}${pages.profile(handle)}`;
  return {
    to: email,
    subject: `Confirm that you want emails from ${handleInSubject(handle, 'a page')}`,
    preheader: 'You get nothing until you agree.',
    heading: 'Get emails from this page?',
    handle: { name: handle, shownAs: 'page' },
    body: [
      `Someone entered this address on ${page} to get news from the owner of that page by email.`,
      'If that was you, open the link, read what you agree to, and press the button there. Until then, you get nothing.',
    ],
    button: { label: 'Read and confirm', url: site.origin + formPages.confirmSubscription(token) },
    notes: [
      'The link works for seven days. Then your address is deleted.',
      'If that was not you, you can ignore this email.',
    ],
    stop: {
      text: 'To delete this request now:',
      label: 'Delete the request',
      url: site.origin + formPages.leaveList(token),
    },
  };
}

function joinedEmail(
  { site, secrets }: Parts,
  { id, email, handle, wording, confirmed_at }: Found & { confirmed_at: Date },
): Email {
  const page = `${site.host}${pages.profile(handle)}`;
  return {
    to: email,
    subject: `You now get emails from ${handleInSubject(handle, 'a page')}`,
    preheader: 'Keep this email: its link ends your subscription.',
    heading: 'You are on the list',
    handle: { name: handle, shownAs: 'page' },
    body: [
      `You joined the email list of ${page} on ${formatUtcTime(confirmed_at)}. Its owner has your address from now on, and writes to you without us.`,
      rich`What you agreed to: “${typed(wording)}”`,
      'Keep this email: its link ends your subscription at any time.',
    ],
    button: { label: 'Open the page', url: site.origin + pages.profile(handle) },
    notes: [],
    stop: {
      text: 'To unsubscribe:',
      label: 'Unsubscribe',
      url: site.origin + formPages.leaveList(listToken(secrets, id)),
    },
  };
}
