import type { Site } from '../../../contract/documents.ts';
import type { EmailComposers } from '../../emails/shared/email.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { type InboxOfMember, inboxOfMemberEmail } from './inbox-of-member-email.ts';
import { type MailLimitEmail, mailLimitEmail } from './mail-limit-email.ts';
import { type MemberInboxGone, memberInboxGoneEmail } from './member-inbox-gone-email.ts';
import { type ForwardingNotice, noticeEmail } from './notice-email.ts';
import { composeVerificationEmail, type VerificationEmail } from './verification-email.ts';

/** The emails about forwarding: verification of an inbox, changes of an inbox, inboxes of members, the hourly limit, and a member's inbox that does not exist. */
export function forwardingEmails(parts: {
  clock: Clock;
  site: Site;
  secrets: string[];
}): EmailComposers<VerificationEmail | ForwardingNotice | InboxOfMember | MailLimitEmail | MemberInboxGone> {
  const { site } = parts;
  return {
    'verify-forwarding': (db, order) => composeVerificationEmail(parts, db, order),
    'forwarding-changed': (_db, notice) => noticeEmail(site, notice),
    'inbox-of-member': (_db, order) => inboxOfMemberEmail(site, order),
    'mail-limit': (_db, order) => mailLimitEmail(site, order),
    'member-inbox-gone': (_db, order) => memberInboxGoneEmail(site, order),
  };
}
