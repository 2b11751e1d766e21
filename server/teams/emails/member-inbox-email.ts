import type { Site } from '../../../contract/documents.ts';
import { pages } from '../../../contract/paths.ts';
import { addressInSubject, type Email, IGNORE_NOTE } from '../../emails/shared/email.ts';
import { refusesEmails } from '../../forwarding/inbox-rules.ts';
import { stopToken } from '../../forwarding/stop-forwarding-rules.ts';
import { issueLink } from '../../magic-links/rules.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { memberWaitingFor } from '../member-inbox/member-inbox-store.ts';

/** Asks the owner of an inbox for consent to receive the mail of a handle for a member of its team. */
export interface MemberInboxEmail {
  kind: 'verify-member-inbox';
  to: string;
  handle: string;
  memberId: number;
}

/** Returns null if the member no longer asks for this inbox, or if the owner of the inbox has stopped such emails. */
export async function composeMemberInboxEmail(
  { clock, site, secrets }: { clock: Clock; site: Site; secrets: string[] },
  db: Queryable,
  { to, handle, memberId }: MemberInboxEmail,
): Promise<Email | null> {
  const member = await memberWaitingFor(db, memberId, to);
  if (!member || (await refusesEmails(db, to))) return null;
  const token = await issueLink(db, clock(), { purpose: 'verify-member-inbox', email: to, handle, memberId });
  const address = `${handle}@${site.mailDomain}`;
  return {
    to,
    subject: `Receive the mail for ${addressInSubject(handle, site.mailDomain)} here?`,
    preheader: 'Nothing is forwarded to you until you agree.',
    heading: 'Receive mail for this address?',
    handle: { name: handle, shownAs: 'address' },
    body: [
      `${member.email} is a member of the team of ${address} and wants to receive a copy of its mail at ${to}.`,
      'If that is you, or if you agree, open the link and press the button there. Until then, nothing is forwarded to you.',
    ],
    button: { label: 'Verify this inbox', url: site.origin + pages.link(token) },
    notes: ['The link works once, within 24 hours.', IGNORE_NOTE],
    stop: {
      text: `Don't want verification emails from ${site.mailDomain}? Block them permanently (no account needed):`,
      label: 'Stop all forwarding to this inbox',
      url: site.origin + pages.stopForwarding(stopToken(secrets, to)),
    },
  };
}
