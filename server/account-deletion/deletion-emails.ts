import { formatUtcDay } from '../../contract/dates.ts';
import type { Site } from '../../contract/documents.ts';
import { pages } from '../../contract/paths.ts';
import { erasureDate } from '../accounts/rules.ts';
import type { Email, EmailComposers } from '../emails/shared/email.ts';
import { countHandles } from '../handles/shared/quarantine-store.ts';
import { issueLink } from '../magic-links/rules.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import { accountByEmail } from './store.ts';

export interface DeletionEmail {
  kind: 'delete-account';
  to: string;
}

/** The email whose link closes an account. It is not sent if the account was closed in the meantime. */
export function deletionEmails({ clock, site }: { clock: Clock; site: Site }): EmailComposers<DeletionEmail> {
  return {
    async 'delete-account'(db, order) {
      const account = await accountByEmail(db, order.to);
      if (!account || account.closed_at) return null;
      const token = await issueLink(db, clock(), { purpose: 'delete-account', email: account.email });
      const handleCount = await countHandles(db, account.id);
      return deletionEmail(site, { to: account.email, token, handleCount, erasedOn: erasureDate(clock()) });
    },
  };
}

function deletionEmail(
  site: Site,
  { to, token, handleCount, erasedOn }: { to: string; token: string; handleCount: number; erasedOn: Date },
): Email {
  const handles = handleCount === 1 ? 'your handle' : `your ${handleCount} handles`;
  const offline = handleCount === 0 ? '' : `the pages of ${handles} go offline, mail to them is rejected, and `;
  return {
    to,
    subject: `Delete your account on ${site.host}?`,
    preheader: 'Nothing happens until you confirm.',
    heading: 'Delete your account?',
    body: [
      `Someone signed in as ${to}, probably you, asked us to delete this account on ${site.host}.`,
      `If you confirm, ${offline}you are signed out everywhere. If you confirm today, we erase everything we hold about you on ${formatUtcDay(erasedOn)}. Until then, signing in restores it all.`,
    ],
    button: { label: 'Delete my account', url: site.origin + pages.link(token) },
    notes: [
      'The link works once, within 24 hours. It opens a page that asks you to confirm.',
      'We keep records of payments for as long as tax law requires.',
      'If you did not request this, do not confirm, and sign out on every device where you are signed in.',
    ],
  };
}
