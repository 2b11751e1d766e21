import type { Site } from '../../../contract/documents.ts';
import { pages } from '../../../contract/paths.ts';
import { teamPages } from '../../../contract/teams/paths.ts';
import { addressInSubject, type Email } from '../../emails/shared/email.ts';

/** Informs an account that an inbox refuses the mail of a handle, once for each outage. */
export interface InboxRefuses {
  kind: 'inbox-refuses';
  to: string;
  handle: string;
  handleId: number;
  inbox: 'first' | 'second' | 'member';
  /** Masked. */
  address: string;
  why: 'gone' | 'full';
}

/** An email about the inbox of a member, ordered by a release before 0.12.0. */
export interface MemberInboxGone {
  kind: 'member-inbox-gone';
  to: string;
  handle: string;
}

const WHY = {
  gone: 'says that this mailbox does not exist, and refused three messages in a row',
  full: 'says that this mailbox is full, and refused three messages in a row',
};

export function inboxRefusesEmail(site: Site, order: InboxRefuses): Email {
  const { to, handle, handleId, inbox, address, why } = order;
  const shown = addressInSubject(handle, site.mailDomain);
  const own = `${handle}@${site.mailDomain}`;
  const which = { first: 'The inbox', second: 'The second inbox', member: 'Your inbox' }[inbox];
  return {
    to,
    subject: inbox === 'first' ? `Mail for ${shown} does not arrive` : `${which} for ${shown} refuses mail`,
    preheader: why === 'full' ? 'The inbox is full. Make room in it.' : 'The inbox does not exist. Choose another one.',
    heading: why === 'full' ? `${which} is full` : `${which} refuses mail`,
    handle: { name: handle, shownAs: 'address' },
    body: [
      `Mail for ${own} is forwarded to ${address}. Its mail server ${WHY[why]}.`,
      effectOf(inbox, own),
      adviceOn(why),
    ],
    button:
      inbox === 'member'
        ? { label: 'Choose an inbox', url: site.origin + teamPages.team() }
        : { label: 'See the state of its mail', url: site.origin + pages.manageEmail(handleId) },
    notes: [
      'This email shows the address only in part. You see it in full after signing in.',
      'We send this email once: the next one comes only if the inbox accepts mail again and then fails again.',
    ],
  };
}

function effectOf(inbox: InboxRefuses['inbox'], own: string): string {
  if (inbox === 'second') return `The first inbox of ${own} is not affected, but nothing takes over if it fails.`;
  if (inbox === 'member') return 'The rest of the team gets mail as before.';
  return 'Until that changes, senders get their messages back.';
}

function adviceOn(why: InboxRefuses['why']): string {
  return why === 'full'
    ? 'Delete messages there or ask its provider for more room. Mail arrives again as soon as there is room. You can also choose another inbox.'
    : 'Choose another inbox, or correct the address. If the mailbox works again, mail arrives as before.';
}

/** Composes an email that a release before 0.12.0 ordered. */
export function memberInboxGoneEmail(site: Site, { to, handle }: MemberInboxGone): Email {
  const address = `${handle}@${site.mailDomain}`;
  return {
    to,
    subject: `You no longer get the mail for ${addressInSubject(handle, site.mailDomain)}`,
    preheader: 'The inbox that you chose does not exist. Choose another one.',
    heading: 'Your inbox does not exist',
    handle: { name: handle, shownAs: 'address' },
    body: [
      `You chose an inbox where you get the mail for ${address}. Its mail server says that this inbox does not exist, so we stopped sending mail there.`,
      'To get the mail again, enter the address of an inbox that you use. The rest of the team gets mail as before.',
    ],
    button: { label: 'Choose an inbox', url: site.origin + teamPages.team() },
    notes: ['The address of the inbox is not in this email. You see it after signing in.'],
  };
}
