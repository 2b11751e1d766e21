import type { Site } from '../../../contract/documents.ts';
import { pages } from '../../../contract/paths.ts';
import { teamPages } from '../../../contract/teams/paths.ts';
import { addressInSubject, type Email } from '../../emails/shared/email.ts';

/**
 * Informs a reader that an inbox of a handle was changed or removed. `before` and `after` are masked addresses: a
 * reader of the old inbox must not learn the new one, and a job cannot leak what its payload does not contain.
 */
export interface ForwardingNotice {
  kind: 'forwarding-changed';
  to: string;
  handle: string;
  /** `second` is the inbox that receives mail while the first one fails, `member` the inbox of a team member. */
  inbox: 'first' | 'second' | 'member';
  before: string | null;
  after: string | null;
  /** The account of the owner or member, or an inbox that lost its mail. */
  reader: 'account' | 'inbox';
  /** The account of the member who made the change; absent if the reader's own account made it. */
  by?: string;
}

export function noticeEmail(site: Site, notice: ForwardingNotice): Email {
  const { to, handle, reader } = notice;
  const address = `${handle}@${site.mailDomain}`;
  return {
    to,
    subject: subjectOf(addressInSubject(handle, site.mailDomain), notice),
    preheader: reader === 'account' ? 'If you did not do this, act now.' : 'If you did not expect this, read on.',
    heading: headingOf(notice),
    handle: { name: handle, shownAs: 'address' },
    body: [
      reader === 'account' ? textForAccount(address, notice) : textForInbox(address, notice),
      reader === 'account'
        ? adviceForAccount(notice)
        : `If ${address} is yours and you did not make this change, sign in and set the address back. If it is not yours, there is nothing to do.`,
    ],
    button:
      notice.inbox === 'member'
        ? { label: 'Review your team inbox', url: site.origin + teamPages.team() }
        : { label: 'Review forwarding', url: site.origin + pages.manageEmail() },
    notes: ['This email shows addresses only in part. You see them in full after signing in.'],
  };
}

function subjectOf(shown: string, { inbox, after }: ForwardingNotice): string {
  if (inbox === 'member') return `Your inbox for ${shown} was ${after === null ? 'removed' : 'changed'}`;
  if (inbox === 'second') return `The second inbox for ${shown} was ${after === null ? 'removed' : 'changed'}`;
  return after === null ? `Forwarding of ${shown} was removed` : `Mail for ${shown} goes to another inbox`;
}

function adviceForAccount({ by }: ForwardingNotice): string {
  return by === undefined
    ? 'If you made this change, there is nothing to do. If you did not, someone else can use your account: sign in, set the address back, and check who can read the email of your account.'
    : `${by}, a member of your team, made this change. If you did not expect it, open your team and switch the mail off for this member. Every inbox that they have set then ends, unless you keep it.`;
}

function headingOf({ inbox, after }: ForwardingNotice): string {
  const which = { first: 'Forwarding', second: 'The second inbox', member: 'Your inbox' }[inbox];
  return `${which} was ${after === null ? 'removed' : 'changed'}`;
}

function textForAccount(address: string, { inbox, before, after }: ForwardingNotice): string {
  if (inbox === 'member') {
    return after === null
      ? `As a member of the team you no longer receive the mail for ${address} at ${before}.`
      : `As a member of the team you now receive the mail for ${address} at ${after}${before === null ? '' : `, and no longer at ${before}`}.`;
  }
  if (inbox === 'first') {
    return after === null
      ? `Forwarding of ${address} to ${before} was removed. Mail to this address is now rejected.`
      : `Mail for ${address} is now forwarded to ${after}${before === null ? '' : `, and no longer to ${before}`}.`;
  }
  if (after === null) return `${before} is no longer the second inbox of ${address}.`;
  return `${after} is now the second inbox of ${address}${before === null ? '' : `, replacing ${before}`}. It receives mail when the first inbox has not accepted any for hours.`;
}

function textForInbox(address: string, { inbox, after }: ForwardingNotice): string {
  const change =
    inbox !== 'second'
      ? `Mail for ${address} is no longer forwarded to this inbox.`
      : `This inbox is no longer the second inbox of ${address}.`;
  return after === null ? change : `${change} ${after} has taken its place.`;
}
