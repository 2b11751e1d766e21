import type { Site } from '../../../contract/documents.ts';
import { pages } from '../../../contract/paths.ts';
import { teamPages } from '../../../contract/teams/paths.ts';
import { addressInSubject, type Email } from '../../emails/shared/email.ts';

/**
 * Notifies the owner of a handle that a member asked for an inbox for its mail, or that the member's own inbox was verified.
 */
export interface InboxOfMember {
  kind: 'inbox-of-member';
  to: string;
  handle: string;
  /** `member` is the inbox where the member gets a copy. */
  inbox: 'first' | 'second' | 'member';
  step: 'requested' | 'verified';
  /** Masked; null for the inbox of a member, which only the member may know. */
  address: string | null;
  /** The account of the member. */
  by: string;
}

export function inboxOfMemberEmail(site: Site, order: InboxOfMember): Email {
  const { to, handle, inbox, step, by } = order;
  const shown = addressInSubject(handle, site.mailDomain);
  return {
    to,
    subject:
      step === 'verified'
        ? `A member of your team gets the mail for ${shown}`
        : `A member of your team asks for the mail for ${shown}`,
    preheader: 'If you did not expect this, you can end it.',
    heading: step === 'verified' ? 'A member gets your mail' : 'A member asks for your mail',
    handle: { name: handle, shownAs: 'address' },
    body: [
      textOf(`${handle}@${site.mailDomain}`, order),
      `If you did not expect this, open your team and switch the mail off for ${by}. Every inbox that they have set then ends, unless you keep it.`,
    ],
    button:
      inbox === 'member'
        ? { label: 'See the team', url: site.origin + teamPages.team() }
        : { label: 'Review forwarding', url: site.origin + pages.manageEmail() },
    notes: [
      inbox === 'member'
        ? 'Only the member sees the address of that inbox.'
        : 'This email shows the address only in part. You see it in full after signing in.',
    ],
  };
}

function textOf(address: string, { inbox, step, by, address: asked }: InboxOfMember): string {
  if (inbox === 'member') {
    return step === 'verified'
      ? `${by} now gets a copy of the mail for ${address}.`
      : `${by} has entered an inbox for a copy of the mail for ${address}. The copy goes there once the inbox is verified.`;
  }
  return inbox === 'first'
    ? `${by} has asked us to forward the mail for ${address} to ${asked}. It goes there once that inbox is verified.`
    : `${by} has asked us to make ${asked} the second inbox of ${address}. It is used once that inbox is verified.`;
}
