import { readReturnedMail } from '../dsn/read-returned-mail.ts';
import { publicCode } from '../dsn/reply-texts.ts';
import type { MailHost } from '../host.ts';
import { type Message, readStart } from '../message/message.ts';
import type { Enqueued } from '../message/queued-message.ts';
import { SmtpReplyError } from '../message/smtp-reply-error.ts';
import { HOUR_SECONDS } from '../message/time.ts';
import type { Settings } from '../options.ts';
import type { Transaction } from '../transaction.ts';
import { failureNotice } from './failure-notice.ts';
import { noticesOfSentBounce } from './sent-bounce.ts';

/**
 * Limit of failure notices per hour for one sender. Every message exposes a return address, which could otherwise be
 * used to flood its sender. Counted across processes.
 */
const NOTICES_AN_HOUR = 20;

/**
 * Turns a bounce to our return addresses into one failure notice, in our own text, for each original sender. A bounce
 * of mail that a handle sent becomes a notice for its owner.
 */
export function createBounceHandler(host: MailHost, settings: Settings) {
  const { counters, log } = host;

  return async function handleBounce(message: Message, transaction: Transaction): Promise<Enqueued[]> {
    const returned = transaction.recipients.filter((recipient) => recipient.kind === 'bounce');
    if (returned.length === 0) return [];
    const start = await readStart(message.body, settings.memoryLimit);
    const reading = readReturnedMail(start, transaction.from, settings.hostname);
    // `withReturnedMail` has handled everything else, except for what this server sends to itself.
    if (reading.kind !== 'failed') return [];
    const { head } = reading;
    const enhanced = publicCode(reading.enhanced);
    const toNotify = returned.filter(({ sender }) => sender !== '');
    const sent = returned.flatMap((recipient) => recipient.sent ?? []);
    if (toNotify.length + sent.length < returned.length)
      log.info({ event: 'mail.bounce.system_email', id: transaction.id, enhanced }, 'a system email bounced');
    if (
      !toNotify.every(({ sender }) => counters.take(`notices ${sender.toLowerCase()}`, NOTICES_AN_HOUR, HOUR_SECONDS))
    ) {
      throw new SmtpReplyError(451, '4.7.1', 'Too many delivery reports for one sender, please try again in an hour');
    }
    const notices = toNotify.map(({ sender, recipient }) => {
      const failure = { to: sender, recipients: [`${recipient}@${settings.domain}`], enhanced, head };
      return failureNotice(host, settings, failure);
    });
    return [...(await Promise.all(notices)), ...(await noticesOfSentBounce(host, settings, reading, sent))];
  };
}
