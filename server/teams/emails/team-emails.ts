import { formatUtcDay } from '../../../contract/dates.ts';
import type { Site } from '../../../contract/documents.ts';
import { pages } from '../../../contract/paths.ts';
import type { MemberRole } from '../../../contract/roles.ts';
import { teamPages } from '../../../contract/teams/paths.ts';
import { type Email, type EmailComposers, handleInSubject } from '../../emails/shared/email.ts';
import type { MailAfterTransfer } from '../../forwarding/shared/mail-after-transfer.ts';
import { gainedHandleEmail, lostHandleEmail } from '../../forwarding/shared/new-owner-emails.ts';
import { issueLink } from '../../magic-links/rules.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { composeMemberInboxEmail, type MemberInboxEmail } from './member-inbox-email.ts';
import { type InboxesEnded, type MemberMailNotice, memberMailEmails } from './member-mail-emails.ts';
import { invitationToMail, offerToMail } from './team-emails-store.ts';

/** Invites a person to the team of a handle. */
export interface InvitationEmail {
  kind: 'team-invitation';
  to: string;
  memberId: number;
}

/** Offers a handle to a person. */
export interface TransferEmail {
  kind: 'transfer-offer';
  to: string;
  transferId: number;
}

/**
 * Notifies a person of what someone else did at a handle. No quota counts these emails, because they follow from an
 * agreement of the reader or an owner.
 */
export type TeamNotice =
  | { kind: 'member-joined' | 'member-left'; to: string; handle: string; member: string }
  | { kind: 'member-removed'; to: string; handle: string }
  | { kind: 'handle-given' | 'transfer-declined'; to: string; handle: string; other: string }
  | { kind: 'handle-received'; to: string; handle: string; other: string; mail?: MailAfterTransfer };

const MAY: Record<MemberRole, string> = {
  editor: 'change its page',
  manager: 'change its page, its mail and its team',
};

const IGNORE = 'If you do not know this person, you can ignore this email: nothing happens until you accept.';

/** Composes the emails about teams and transfers. */
export function teamEmails(parts: {
  clock: Clock;
  site: Site;
  secrets: string[];
}): EmailComposers<InvitationEmail | TransferEmail | MemberInboxEmail | MemberMailNotice | InboxesEnded | TeamNotice> {
  const { site } = parts;
  return {
    'team-invitation': (db, order) => invitationEmail(parts, db, order),
    'transfer-offer': (db, { to, transferId }) => transferEmail(site, db, to, transferId),
    'verify-member-inbox': (db, order) => composeMemberInboxEmail(parts, db, order),
    ...memberMailEmails(site),
    ...noticeEmails(site),
  };
}

async function invitationEmail(
  { clock, site }: { clock: Clock; site: Site },
  db: Queryable,
  { to, memberId }: InvitationEmail,
): Promise<Email | null> {
  const found = await invitationToMail(db, memberId);
  if (!found) return null;
  const role = found.role as MemberRole;
  const token = await issueLink(db, clock(), { purpose: 'join-team', email: to, handle: found.handle });
  return {
    to,
    subject: `Join the team of ${handleInSubject(found.handle, 'a handle')} on ${site.host}`,
    preheader: `You can accept until ${formatUtcDay(found.expires_at)}.`,
    heading: 'You are invited to the team',
    handle: { name: found.handle, shownAs: 'page' },
    body: [
      `${found.invited_by} invites you to the team of ${site.host}/${found.handle}. As ${role === 'editor' ? 'an editor' : 'a manager'} you can ${MAY[role]}.`,
      `Open the link and press the button there: you join as ${to}. If you have no account yet, you get one; there is no password.`,
      'The other members of the team then see your email address.',
    ],
    button: { label: `Join ${found.handle}`, url: site.origin + pages.link(token) },
    notes: [
      `The link works once, until ${formatUtcDay(found.expires_at)}. Do not forward this email: whoever opens the link can join in your name.`,
      IGNORE,
    ],
  };
}

async function transferEmail(site: Site, db: Queryable, to: string, transferId: number): Promise<Email | null> {
  const found = await offerToMail(db, transferId);
  if (!found) return null;
  const { handle, paid_until: paidUntil } = found;
  return {
    to,
    subject: `${handleInSubject(handle, 'A handle')} on ${site.host} is offered to you`,
    preheader: `You can accept until ${formatUtcDay(found.expires_at)}.`,
    heading: 'A handle is offered to you',
    handle: { name: handle, shownAs: 'page' },
    body: [
      `${found.offered_by} wants to give you the handle ${handle}: the page ${site.host}/${handle} and the address ${handle}@${site.mailDomain}.`,
      paidUntil === null
        ? 'It is free of charge.'
        : `It is paid for until ${formatUtcDay(paidUntil)}. Then you can renew it; we write to you in time.`,
      'You get its page, its team and its analytics. Mail goes to an inbox that you choose; the contacts and the delivery log of the current owner are deleted.',
      `Sign in as ${to} to accept: we mail you a link, and there is no password. If you have no account yet, you get one.`,
    ],
    button: { label: 'Look at the offer', url: site.origin + teamPages.invitations() },
    notes: [`You can accept until ${formatUtcDay(found.expires_at)}.`, IGNORE],
  };
}

function noticeEmails(site: Site): EmailComposers<TeamNotice> {
  const nothingToDo = ['There is nothing else you need to do.'];
  return {
    'member-joined': (_db, { to, handle, member }) => ({
      to,
      subject: `A new member in the team of ${handleInSubject(handle)}`,
      preheader: 'The invitation was accepted.',
      heading: 'A new member in the team',
      handle: { name: handle, shownAs: 'page' },
      body: [
        `${member} accepted the invitation to the team of ${site.host}/${handle}.`,
        'If you did not expect this, remove the member and check who manages your team.',
      ],
      button: { label: 'See the team', url: site.origin + teamPages.team() },
      notes: nothingToDo,
    }),
    'member-left': (_db, { to, handle, member }) => ({
      to,
      subject: `A member left the team of ${handleInSubject(handle)}`,
      preheader: 'Their access has ended.',
      heading: 'A member left the team',
      handle: { name: handle, shownAs: 'page' },
      body: [`${member} is no longer in the team of ${site.host}/${handle}.`],
      button: { label: 'See the team', url: site.origin + teamPages.team() },
      notes: nothingToDo,
    }),
    'member-removed': (_db, { to, handle }) => ({
      to,
      subject: `You are no longer in the team of ${handleInSubject(handle, 'a handle')}`,
      preheader: 'Your access, your copy of its mail and your app passwords for it have ended.',
      heading: 'You are no longer in the team',
      handle: { name: handle, shownAs: 'page' },
      body: [
        `You were removed from the team of ${site.host}/${handle}. You can no longer change it, you no longer get its mail, and your app passwords for it are revoked.`,
        'If this is a mistake, ask its owner for a new invitation.',
      ],
      button: { label: 'Open your handles', url: site.origin + pages.manage() },
      notes: nothingToDo,
    }),
    'handle-given': (_db, { to, handle, other }) =>
      lostHandleEmail(site, {
        to,
        handle,
        event: `${other} accepted your offer: ${site.host}/${handle} and ${handle}@${site.mailDomain} are theirs now.`,
        reason: 'Your offer was accepted',
        next: [
          `If you did not offer it, someone else used your account: write to postmaster@${site.mailDomain} immediately.`,
        ],
        notes: [
          'Payments that you made stay in your records. A payment for a handle that was handed over is not refunded.',
        ],
      }),
    'handle-received': (_db, { to, handle, other, mail }) =>
      gainedHandleEmail(site, {
        to,
        handle,
        event: `You accepted ${site.host}/${handle} and ${handle}@${site.mailDomain} from ${other}.`,
        mail,
        next: [
          'Check the page as well: it is as the previous owner left it. If the handle has a team, its members stay, but they get no mail until you allow it. Please check whom you want to keep.',
        ],
        notes: nothingToDo,
      }),
    'transfer-declined': (_db, { to, handle, other }) => ({
      to,
      subject: `Your offer of ${handleInSubject(handle)} was declined`,
      preheader: 'It stays yours, and nothing has changed.',
      heading: 'Your offer was declined',
      handle: { name: handle, shownAs: 'page' },
      body: [`${other} does not want the handle ${handle}. It stays yours, and nothing has changed.`],
      button: { label: 'Open your handles', url: site.origin + pages.manage() },
      notes: nothingToDo,
    }),
  };
}
