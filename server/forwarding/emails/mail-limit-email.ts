import type { Site } from '../../../contract/documents.ts';
import { pages } from '../../../contract/paths.ts';
import type { Email } from '../../emails/shared/email.ts';

/** Informs an owner that more mail arrived for a handle than is forwarded in an hour. */
export interface MailLimitEmail {
  kind: 'mail-limit';
  to: string;
  handle: string;
  limit: number;
}

export function mailLimitEmail(site: Site, { to, handle, limit }: MailLimitEmail): Email {
  const address = `${handle}@${site.mailDomain}`;
  return {
    to,
    subject: `A lot of mail for ${address}`,
    preheader: `More than ${limit} messages within an hour. One of them may matter.`,
    heading: 'More mail than usual',
    handle: { name: handle, shownAs: 'address' },
    body: [
      `More than ${limit} messages arrived for ${address}, or for the inbox behind it, within an hour. We forward at most ${limit} an hour, so that your inbox is not flooded. We asked the senders of the rest to try again later; most of them keep trying for days.`,
      'A flood of sign-up confirmations and newsletters can be meant to hide one message about your money or one of your accounts. Please look for it.',
      'You can block senders, or turn forwarding off until the flood has ended.',
    ],
    button: { label: 'See what arrived', url: site.origin + pages.manageEmail() },
    notes: ['We send this email at most once a day.'],
  };
}
