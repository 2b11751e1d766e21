import type { Site } from '../../../contract/documents.ts';
import { pages } from '../../../contract/paths.ts';
import { teamPages } from '../../../contract/teams/paths.ts';
import { addressInSubject, type Email } from '../../emails/shared/email.ts';

/** Informs an account that the owner of an inbox stopped all forwarding to it, by the link in an email. */
export interface InboxStopped {
  kind: 'inbox-stopped';
  to: string;
  handle: string;
  handleId: number;
  inbox: 'first' | 'second' | 'member';
  /** Masked. */
  address: string;
}

export function inboxStoppedEmail(site: Site, { to, handle, handleId, inbox, address }: InboxStopped): Email {
  const own = `${handle}@${site.mailDomain}`;
  return {
    to,
    subject: `Forwarding of ${addressInSubject(handle, site.mailDomain)} was stopped by an inbox`,
    preheader: 'Someone pressed the button behind a link in one of our emails.',
    heading: 'An inbox stopped forwarding',
    handle: { name: handle, shownAs: 'address' },
    body: [
      `Someone who reads the mail of ${address} opened the link at the end of one of our emails and stopped all forwarding to this inbox.`,
      effectOf(inbox, own),
      'If that was you by mistake, open the same link again and press “Allow it again”. Otherwise choose another inbox.',
    ],
    button:
      inbox === 'member'
        ? { label: 'Choose an inbox', url: site.origin + teamPages.team() }
        : { label: 'See the state of its mail', url: site.origin + pages.manageEmail(handleId) },
    notes: ['This email shows the address only in part. You see it in full after signing in.'],
  };
}

function effectOf(inbox: InboxStopped['inbox'], own: string): string {
  if (inbox === 'second') return `It was the second inbox of ${own}. Mail still goes to the first one.`;
  if (inbox === 'member') return `You no longer get the mail for ${own} there. The rest of the team gets it as before.`;
  return `It was the inbox of ${own}. Mail to this address is refused until you choose another inbox.`;
}
