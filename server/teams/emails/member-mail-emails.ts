import type { Site } from '../../../contract/documents.ts';
import { pages } from '../../../contract/paths.ts';
import { teamPages } from '../../../contract/teams/paths.ts';
import { addressInSubject, type Email, type EmailComposers } from '../../emails/shared/email.ts';

/** Notifies the owner of a handle and a member that the member may receive its mail, or no longer may. */
export interface MemberMailNotice {
  kind: 'member-mail';
  to: string;
  handle: string;
  member: string;
  granted: boolean;
  /** The account that made the change; null for an upgrade of the service. */
  by: string | null;
  reader: 'owner' | 'member';
  /** Absent if someone decided about this member. */
  cause?: 'transfer' | 'upgrade';
}

/** Notifies the owner of a handle which of its inboxes ended with the rights of the member who had set them. */
export interface InboxesEnded {
  kind: 'inboxes-ended';
  to: string;
  handle: string;
  member: string;
  inboxes: readonly string[];
}

export function memberMailEmails(site: Site): EmailComposers<MemberMailNotice | InboxesEnded> {
  return {
    'member-mail': (_db, notice) => memberMailEmail(site, notice),
    'inboxes-ended': (_db, { to, handle, member, inboxes }) => {
      const address = `${handle}@${site.mailDomain}`;
      const isOne = inboxes.length === 1;
      return {
        to,
        subject: `${isOne ? 'An inbox' : 'Inboxes'} for ${addressInSubject(handle, site.mailDomain)} ${isOne ? 'has' : 'have'} ended`,
        preheader: `A member of your team had set ${isOne ? 'it. Set it' : 'them. Set them'} again if you want to keep ${isOne ? 'it' : 'them'}.`,
        heading: isOne ? 'An inbox has ended' : 'Inboxes have ended',
        handle: { name: handle, shownAs: 'address' },
        body: [
          `Mail for ${address} no longer goes to ${inboxes.join(' or ')}: ${member} set ${isOne ? 'this inbox' : 'these inboxes'} and no longer decides about the mail of this handle.`,
          `To forward to ${isOne ? 'it' : 'them'} again, open Mail, enter the address and have it verified.`,
          'If no other inbox gets the mail, its senders are asked to try again for a day. Set an inbox by then, and nothing is lost.',
        ],
        button: { label: 'Set an inbox', url: site.origin + pages.manageEmail() },
        notes: ['Your own inboxes, and those of other members, are as before.'],
      };
    },
  };
}

function memberMailEmail(site: Site, notice: MemberMailNotice): Email {
  const { to, handle, member, granted, reader } = notice;
  const shown = addressInSubject(handle, site.mailDomain);
  const address = `${handle}@${site.mailDomain}`;
  const isOwner = reader === 'owner';
  const who = isOwner ? member : 'You';
  return {
    to,
    subject: granted
      ? `${who} may receive the mail for ${shown}`
      : `${who} no longer ${isOwner ? 'gets' : 'get'} the mail for ${shown}`,
    preheader: granted ? 'It reaches an inbox only after it is verified.' : 'Copies of the mail have ended.',
    heading: granted ? 'The mail was granted' : 'The mail was withdrawn',
    handle: { name: handle, shownAs: 'address' },
    body: [...(isOwner ? textForOwner(address, notice) : textForMember(address, notice))],
    button:
      isOwner || granted
        ? { label: 'See the team', url: site.origin + teamPages.team() }
        : { label: 'Open your handles', url: site.origin + pages.manage() },
    notes: ['Only the owner of a handle grants its mail.'],
  };
}

function textForOwner(address: string, { to, member, granted, by, cause }: MemberMailNotice): string[] {
  if (cause === 'upgrade') {
    return [
      `Until now every member of a team could get a copy of the mail. Now you decide who may: editors get the mail for ${address} only if you grant it. ${member} is an editor and got a copy, which has ended.`,
      `If ${member} should continue to get it, switch on the mail for them in your team. They then choose an inbox again.`,
    ];
  }
  const doer = by === to ? 'You' : by;
  return granted
    ? [
        `${doer} gave the mail for ${address} to ${member}. They can now choose an inbox that gets a copy of each message; a manager can also change where the mail goes.`,
        'If you did not do this, someone else can use your account: sign in, switch the mail off again, and check who can read the email of your account.',
      ]
    : [`${doer} took the mail for ${address} from ${member}. Their copies have ended.`];
}

function textForMember(address: string, { granted, by, cause }: MemberMailNotice): string[] {
  if (cause === 'upgrade') {
    return [
      `Until now every member of a team could get a copy of the mail. Now the owner of a handle decides who may, so your copies of the mail for ${address} have ended.`,
      'If you need the mail, ask the owner of the handle to switch it on for you.',
    ];
  }
  if (cause === 'transfer') {
    return [
      `${address} has a new owner, ${by}, who decides who may receive its mail. Your copies of the mail have ended; your role in the team is as before.`,
    ];
  }
  return granted
    ? [`${by} gave you the mail for ${address}. Choose an inbox to get a copy of each message.`]
    : [`${by} took the mail for ${address} from you. You no longer get copies; your role in the team is unchanged.`];
}
