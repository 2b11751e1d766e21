import type { Site } from '../../../contract/documents.ts';
import type { EmailComposers } from '../../emails/shared/email.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { type InboxOfMember, inboxOfMemberEmail } from './inbox-of-member-email.ts';
import {
  type InboxRefuses,
  inboxRefusesEmail,
  type MemberInboxGone,
  memberInboxGoneEmail,
} from './inbox-refuses-email.ts';
import { type InboxStopped, inboxStoppedEmail } from './inbox-stopped-email.ts';
import { type MailLimitEmail, mailLimitEmail } from './mail-limit-email.ts';
import { type ForwardingNotice, noticeEmail } from './notice-email.ts';
import { composeVerificationEmail, type VerificationEmail } from './verification-email.ts';

/**
 * Composes the emails about forwarding: verification and changes of an inbox, inboxes of members, the hourly limit, and
 * inboxes that refuse mail or were stopped.
 */
export function forwardingEmails(parts: {
  clock: Clock;
  site: Site;
  secrets: string[];
}): EmailComposers<
  VerificationEmail | ForwardingNotice | InboxOfMember | MailLimitEmail | InboxRefuses | InboxStopped | MemberInboxGone
> {
  const { site } = parts;
  return {
    'verify-forwarding': (db, order) => composeVerificationEmail(parts, db, order),
    'forwarding-changed': (_db, notice) => noticeEmail(site, notice),
    'inbox-of-member': (_db, order) => inboxOfMemberEmail(site, order),
    'mail-limit': (_db, order) => mailLimitEmail(site, order),
    'inbox-refuses': (_db, order) => inboxRefusesEmail(site, order),
    'inbox-stopped': (_db, order) => inboxStoppedEmail(site, order),
    'member-inbox-gone': (_db, order) => memberInboxGoneEmail(site, order),
  };
}
