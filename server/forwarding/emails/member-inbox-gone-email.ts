import type { Site } from '../../../contract/documents.ts';
import { teamPages } from '../../../contract/teams/paths.ts';
import { addressInSubject, type Email } from '../../emails/shared/email.ts';

/** Informs a member that mail of the handle no longer goes to their inbox, because it does not exist. */
export interface MemberInboxGone {
  kind: 'member-inbox-gone';
  to: string;
  handle: string;
}

export function memberInboxGoneEmail(site: Site, { to, handle }: MemberInboxGone): Email {
  const address = `${handle}@${site.mailDomain}`;
  return {
    to,
    subject: `You no longer get the mail for ${addressInSubject(handle, site.mailDomain)}`,
    preheader: 'The inbox that you chose does not exist. Choose another one.',
    heading: 'Your inbox does not exist',
    handle: { name: handle, shownAs: 'address' },
    body: [
      `You chose an inbox at which you get the mail for ${address}. Its mail server says that this inbox does not exist, so we stopped sending mail there.`,
      'To get the mail again, enter the address of an inbox that you use. The rest of the team gets mail as before.',
    ],
    button: { label: 'Choose an inbox', url: site.origin + teamPages.team() },
    notes: ['The address of the inbox is not in this email. You see it after signing in.'],
  };
}
