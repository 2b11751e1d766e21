import { readDsn } from './dsn/read-dsn.ts';
import { publicCode } from './dsn/reply-texts.ts';
import { failureNotice } from './failure-notice.ts';
import type { MailHost } from './host.ts';
import type { Body } from './message/body.ts';
import type { Message } from './message/message.ts';
import type { Enqueued } from './message/queued-message.ts';
import { SmtpReplyError } from './message/smtp-reply-error.ts';
import type { Settings } from './options.ts';
import type { Transaction } from './smtp-in/receiver.ts';

/**
 * Notices an hour that one sender gets about mail that came back. Our return addresses travel in every message, and who
 * has one could otherwise have its sender written to without end. All processes count together.
 */
const NOTICES_AN_HOUR = 20;
const HOUR = 3600;

/** Answers what makes notices of mail that came back to our return addresses: one to each original sender, in our words. */
export function createReturnedMail(ports: MailHost, settings: Settings) {
  const { counters: rates, log } = ports;

  return async function answerReturned(message: Message, transaction: Transaction): Promise<Enqueued[]> {
    const returned = transaction.recipients.filter((recipient) => recipient.kind === 'bounce');
    if (returned.length === 0) return [];
    const reading = readDsn(await beginningOf(message.body, settings.memoryLimit), settings.hostname);
    if (reading.kind === 'other') {
      log.info({ id: transaction.id, why: reading.why }, 'returned mail that reports no failure');
      return [];
    }
    const { head } = reading;
    const enhanced = publicCode(reading.enhanced);
    const toTell = returned.filter(({ sender }) => sender !== '');
    if (toTell.length < returned.length) log.info({ id: transaction.id, enhanced }, 'a letter came back');
    if (!toTell.every(({ sender }) => rates.take(`notices ${sender.toLowerCase()}`, NOTICES_AN_HOUR, HOUR))) {
      throw new SmtpReplyError(451, '4.7.1', 'Too many reports about mail of one sender, come again in an hour');
    }
    return Promise.all(
      toTell.map(({ sender, recipient }) => {
        const failure = { to: sender, recipient: `${recipient}@${settings.domain}`, enhanced, head };
        return failureNotice(ports, settings, failure);
      }),
    );
  };
}

/** The first bytes of a body. */
export async function beginningOf(body: Body, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body.open() as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}
