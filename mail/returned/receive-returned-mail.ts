import { createHash } from 'node:crypto';
import { readFromField } from '../authenticate/from-field.ts';
import { type ReturnedMail, readReturnedMail } from '../dsn/read-returned-mail.ts';
import { acceptedText } from '../dsn/reply-texts.ts';
import type { SentCopy } from '../host/submission-policy.ts';
import type { MailHost } from '../host.ts';
import { decodeEncodedWords, subjectOf } from '../message/mailbox.ts';
import { discardMessage, type Message, readStart } from '../message/message.ts';
import { SmtpReplyError } from '../message/smtp-reply-error.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '../message/time.ts';
import type { Settings } from '../options.ts';
import type { Srs } from '../rewrite/srs.ts';
import type { Accept, AcceptedRecipient, LocalRecipient, Transaction } from '../transaction.ts';
import { createOwnRecipientCheck } from './check-own-recipient.ts';
import { createRememberOnce } from './remember-once.ts';

/**
 * Number of days in which a handle gets one automatic answer from an author (RFC 5230 4.2 has the same default for
 * responders).
 */
export const ANSWER_DAYS = 7;
/**
 * Limits of answers that reach a handle: through the return address of one copy, which everyone who got the copy knows,
 * and per hour through all return addresses. From is easily forged, so a limit per author would not be enough.
 */
const ANSWERS_PER_COPY = 10;
const ANSWERS_AN_HOUR = 60;
/** Longer than the lifetime of a return address. */
const MONTH = 31 * DAY_SECONDS;

const REPEATED_TEXT = `An automatic answer from this author has reached the handle in the last ${ANSWER_DAYS} days`;

/** A handle that gets an automatic answer, and the name under which the answer is remembered. */
interface AnsweredHandle {
  recipient: LocalRecipient;
  name: string;
}

/**
 * Sorts mail to return addresses before it reaches `accept`. Failures pass unchanged. An automatic answer to mail that
 * a handle sent becomes mail to that handle, under all rules for such mail, once per author in ANSWER_DAYS. All other
 * automatic mail is dropped: an answer to forwarded mail comes from an inbox and would reveal its address.
 */
export function withReturnedMail(accept: Accept, host: MailHost, settings: Settings, srs: Srs): Accept {
  const { counters, log, observer, recorder } = host;
  const { domain, hostname, memoryLimit } = settings;
  const checkRecipient = createOwnRecipientCheck(host, settings, srs);
  const answered = createRememberOnce(host, ANSWER_DAYS);

  return async function receive(message, transaction) {
    const { id, recipients } = transaction;
    const others = recipients.filter(({ kind }) => kind !== 'bounce');
    if (others.length === recipients.length) return accept(message, transaction);
    let isPassedOn = false;
    try {
      const reading = readReturnedMail(await readStart(message.body, memoryLimit), transaction.from, hostname);
      note(transaction, reading);
      const isDropped = reading.kind === 'report' || reading.kind === 'answer';
      const handles = reading.kind === 'answer' ? await handlesToAnswer(message, transaction) : [];
      const rest = isDropped ? [...others, ...handles.map(({ recipient }) => recipient)] : recipients;
      if (rest.length === 0) return acceptedText(id);
      isPassedOn = true;
      const text = await accept(message, { ...transaction, recipients: rest });
      for (const { name } of handles) await answered.add(name);
      return text;
    } finally {
      if (!isPassedOn) await discardMessage(message, id, log);
    }
  };

  function note({ id, from, recipients }: Transaction, reading: ReturnedMail): void {
    observer?.returned(reading.kind);
    const to = recipients.flatMap((recipient) => (recipient.kind === 'bounce' ? [trafficOf(recipient)] : []));
    const why = reading.kind === 'report' ? { reason: reading.why } : {};
    const details = { event: 'mail.returned.read', id, kind: reading.kind, to, isNull: from === '', ...why };
    log.info(details, 'mail to a return address');
  }

  /** Returns the handles whose mail is answered, except handles that have reached a limit of answers. */
  async function handlesToAnswer(message: Message, transaction: Transaction): Promise<AnsweredHandle[]> {
    const [author = ''] = readFromField(message.head).addresses;
    const found = new Map<string, AnsweredHandle>();
    for (const sent of transaction.recipients.flatMap(sentCopyOf)) {
      const { key } = sent;
      if (found.has(key)) continue;
      if (!takeAnswer(sent)) {
        log.info({ event: 'mail.returned.limited', id: transaction.id, copy: sent.id }, 'too many automatic answers');
        continue;
      }
      const name = answerName(key, author);
      if (await orTemporaryFailure(answered.has(name))) {
        recordRepeated(message, transaction, key);
        continue;
      }
      const recipient = await checkRecipient(`${key}@${domain}`, transaction.from, transaction.client.address);
      found.set(key, { recipient, name });
    }
    return [...found.values()];
  }

  function takeAnswer({ key, id }: SentCopy): boolean {
    return (
      counters.take(`answers to ${id}`, ANSWERS_PER_COPY, MONTH) &&
      counters.take(`answers of ${key}`, ANSWERS_AN_HOUR, HOUR_SECONDS)
    );
  }

  function recordRepeated({ head, body }: Message, { id, from, client }: Transaction, key: string): void {
    const copy = `${id}-answer-${key}`;
    recorder.record(copy, {
      step: 'received',
      key,
      recipient: `${key}@${domain}`,
      sender: from,
      client: client.address,
      author: decodeEncodedWords(readFromField(head).value),
      subject: subjectOf(head),
      size: body.size,
    });
    recorder.record(copy, { step: 'dropped', text: REPEATED_TEXT });
  }
}

function sentCopyOf(recipient: AcceptedRecipient): SentCopy[] {
  return recipient.kind === 'bounce' && recipient.sent ? [recipient.sent] : [];
}

function trafficOf({ sender, sent }: Extract<LocalRecipient, { kind: 'bounce' }>): string {
  if (sent) return 'sent';
  return sender === '' ? 'system' : 'forwarded';
}

function answerName(key: string, author: string): string {
  return `answer ${createHash('sha256')
    .update(JSON.stringify([key, author.toLowerCase()]))
    .digest('base64url')}`;
}

async function orTemporaryFailure<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    const text = 'Temporary failure while looking up earlier answers, please try again';
    throw Object.assign(new SmtpReplyError(451, '4.3.0', text), { cause: error });
  }
}
