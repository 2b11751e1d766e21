import type { SentCopy } from '../host/submission-policy.ts';
import type { MailHost } from '../host.ts';
import { splitAddress } from '../message/address.ts';
import type { Enqueued } from '../message/queued-message.ts';
import { SmtpReplyError } from '../message/smtp-reply-error.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '../message/time.ts';
import type { Settings } from '../options.ts';
import { countBounce, reportSentFailure } from './sent-failure.ts';

/** A report of a permanent failure that a server sent to one of our return addresses. */
export interface FailureReport {
  enhanced: string;
  /** The report has a code of class 5. Other failures do not count towards a pause. */
  hasCode: boolean;
  head: Buffer;
  /** The recipient that the report names; empty if none. */
  recipient: string;
}

/**
 * Limit of notices for one copy: every recipient knows its return address and could otherwise flood the owner's inbox.
 * More than one, because the reporting server tries again when we cannot store the notice.
 */
const NOTICES_PER_COPY = 3;
const NOTICES_AN_HOUR = 60;
/**
 * Bounces per day from one domain that count towards a pause, which begins at ten. Nothing proves who sent a report, so
 * without this limit a single recipient of much mail from a handle could pause it.
 */
const COUNTED_PER_DOMAIN = 3;
/** Longer than the lifetime of a return address. */
const MONTH = 31 * DAY_SECONDS;

/**
 * Turns a bounce of a message that a handle sent into a notice for the owner's inbox. Only the code of the report is
 * used: its text may come from anyone who got the message. Each copy adds at most one bounce.
 */
export async function noticesOfSentBounce(
  host: MailHost,
  settings: Settings,
  report: FailureReport,
  copies: SentCopy[],
): Promise<Enqueued[]> {
  const { counters, sentMail } = host;
  const notices: Enqueued[] = [];
  for (const { key, id } of copies) {
    if (!counters.take(`sent notices ${id}`, NOTICES_PER_COPY, MONTH)) continue;
    if (!counters.take(`sent notices of ${key}`, NOTICES_AN_HOUR, HOUR_SECONDS)) {
      throw new SmtpReplyError(451, '4.7.1', 'Too many delivery reports for one sender, please try again in an hour');
    }
    const known = await sentMail.recipientOf({ key, id });
    const { enhanced, hasCode, head } = report;
    const recipient = known ?? (report.recipient || 'a recipient that the report does not name');
    const failure = { key, id, recipient, enhanced, head };
    const notice = await reportSentFailure(host, settings, failure);
    if (notice) notices.push(notice);
    if (known === null || !counters.take(`sent bounce ${id}`, 1, MONTH)) continue;
    const domain = splitAddress(known.toLowerCase())?.domain ?? '';
    const isCounted = hasCode && counters.take(`sent bounces of ${key} at ${domain}`, COUNTED_PER_DOMAIN, DAY_SECONDS);
    countBounce(host, failure, isCounted);
  }
  return notices;
}
