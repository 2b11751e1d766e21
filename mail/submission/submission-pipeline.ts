import { isAscii } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { hasOneAuthor, readFromField } from '../authenticate/from-field.ts';
import { failureNotice } from '../bounces/failure-notice.ts';
import { messageKey } from '../delivery/dedup.ts';
import { createDispatcher } from '../delivery/deliver-or-queue.ts';
import { acceptedText } from '../dsn/reply-texts.ts';
import { rejectLoops, rejectResubmitted } from '../filter/loops.ts';
import { checkSpam } from '../filter/spam.ts';
import type { DirectSlot } from '../host/queue-store.ts';
import type { DeliveryStep } from '../host/recorder.ts';
import type { SubmissionPolicy, SubmissionRefusal, Submitter } from '../host/submission-policy.ts';
import type { MailHost } from '../host.ts';
import { base32 } from '../message/base32.ts';
import { relaxedBodyHash } from '../message/body-hash.ts';
import { decodeEncodedWords, subjectOf } from '../message/mailbox.ts';
import { belowHead, discardMessage, type Message, withHead } from '../message/message.ts';
import type { Enqueued } from '../message/queued-message.ts';
import { AbortConnection, SmtpReplyError } from '../message/smtp-reply-error.ts';
import { mailDate } from '../message/time.ts';
import type { Settings } from '../options.ts';
import { dkimSignature } from '../rewrite/dkim-sign.ts';
import { signatureSeconds } from '../rewrite/sign-system-email.ts';
import type { Srs } from '../rewrite/srs.ts';
import type { Accept, Transaction } from '../transaction.ts';
import { outgoingHeader } from './outgoing-header.ts';
import { checkAuthors } from './own-address.ts';
import { createThreadMemory } from './thread-memory.ts';

const SUPPRESSED_REASON =
  'Earlier mail from you to this address failed because its mailbox does not exist. If it exists now, remove it from the suppressed recipients of your handle';

/** Larger messages do not stay in memory for an attempt after our reply. */
const MAX_DIRECT_BYTES = 128 * 1024;

/** A submitted message and the data that the stages share. */
interface Job {
  message: Message;
  transaction: Transaction;
  submitter: Submitter;
  policy: SubmissionPolicy;
  /** One for each recipient. */
  copies: SentCopyRef[];
}

interface SentCopyRef {
  id: string;
  recipient: string;
}

/**
 * Creates the function that processes a message from an authenticated client (RFC 6409), from the end of DATA to our
 * reply: check -> screen -> suppress -> spam -> header and signature -> reserve -> queue. 250 follows the commit; the
 * queue delivers.
 */
export function createSubmissionPipeline(host: MailHost, settings: Settings, srs: Srs): Accept {
  const { clock, recorder, log, signingKey, duplicates } = host;
  const { domain, hostname } = settings;
  const dispatcher = createDispatcher(host, settings);
  const threads = createThreadMemory(host, settings);

  return async function submit(message, transaction) {
    try {
      const { submitter } = transaction;
      const policy = host.submission;
      if (!policy || !submitter) throw new SmtpReplyError(451, '4.3.0', 'Sending is not available at the moment');
      const job = { message, transaction, submitter, policy, copies: copiesOf(transaction) };
      recordReceived(job);
      return await runStages(job).catch((error) => {
        noteRefused(job.copies, error);
        throw error;
      });
    } finally {
      await discardMessage(message, transaction.id, log);
    }
  };

  async function runStages(job: Job): Promise<string> {
    const { message, transaction, submitter, policy, copies } = job;
    rejectIf(await policy.check(submitter));
    screen(job);
    const bodyHash = await relaxedBodyHash(belowHead(message));
    const name = () => messageKey(transaction, message.head, bodyHash);
    if (duplicates.isDuplicate(name)) {
      note(copies, {
        step: 'dropped',
        text: 'The message was accepted before: the client had disconnected before our reply',
      });
      return acceptedText(transaction.id);
    }
    const { accepted, suppressed } = await withoutSuppressed(job);
    // The verdicts "add header" and "greylist" do not apply: the outgoing header is ours, and the client is
    // authenticated.
    if (settings.spamCheck !== '') await checkSpam(message, transaction, { url: settings.spamCheck, log });
    const inbox = await policy.inboxOf(submitter.key);
    const head = await signedHeader(job, inbox, bodyHash);
    const notices = await suppressedNotices(job, inbox, suppressed);
    if (transaction.isGone()) {
      // The client will submit the message again.
      note(copies, { step: 'dropped', text: 'The client disconnected before the message was accepted' });
      throw new AbortConnection();
    }
    // The last check, because refused mail must not use up the limits.
    rejectIf(await policy.reserve(submitter.key, accepted.length));
    const startAttempts = await store(job, head, accepted, notices);
    note(accepted, { step: 'changed', changes: ['sender', 'signed'] });
    note(accepted, { step: 'queued', after: 0 });
    startAttempts();
    note(suppressed, { step: 'returned', toSender: inbox !== null, enhanced: '5.1.1', text: SUPPRESSED_REASON });
    if (transaction.isGone()) duplicates.remember(name());
    return acceptedText(transaction.id);
  }

  /** Rejects mail with too many recipients, mail in a loop, and mail under another name. */
  function screen({ message: { head }, submitter, copies }: Job): void {
    if (copies.length > settings.maxSubmissionRecipients) {
      const text = `A message can have at most ${settings.maxSubmissionRecipients} recipients, please send it in parts`;
      throw new SmtpReplyError(550, '5.5.3', text);
    }
    if (!hasOneAuthor(head)) {
      throw new SmtpReplyError(550, '5.6.0', 'The message must have exactly one From field, of 16 KB at most');
    }
    checkAuthors(head, readFromField(head).addresses, submitter.address);
    rejectLoops(head, hostname, []);
    rejectResubmitted(head, hostname);
  }

  /** Separates recipients whose mailbox does not exist. Throws if no other recipient is left. */
  async function withoutSuppressed({ copies, policy, submitter }: Job) {
    const names = copies.map(({ recipient }) => recipient.toLowerCase());
    const found = await policy.suppressed(submitter.key, names);
    const accepted = copies.filter((_, at) => !found.has(names[at] ?? ''));
    const suppressed = copies.filter((_, at) => found.has(names[at] ?? ''));
    if (accepted.length > 0) return { accepted, suppressed };
    const text = `${suppressed.map(({ recipient }) => recipient).join(', ')}: ${SUPPRESSED_REASON}`;
    throw new SmtpReplyError(550, '5.1.1', text.length > 400 ? SUPPRESSED_REASON : text);
  }

  async function signedHeader(job: Job, inbox: string | null, bodyHash: string): Promise<Buffer> {
    const { message, transaction, submitter, policy } = job;
    const { id, client } = transaction;
    const alias = (messageId: string) => srs.alias(messageId);
    const origin = { inboxes: inbox === null ? [] : [inbox], helo: client.helo };
    const at = clock();
    const head = outgoingHeader(message.head, {
      domain,
      hostname,
      id,
      client,
      protocol: transaction.utf8 ? client.protocol.replace(/^ESMTP/, 'UTF8SMTP') : client.protocol,
      date: mailDate(at),
      hidden: await policy.hiddenAddressesOf(submitter.key),
      alias,
      threadIds: await threads.replacements(message.head, submitter.key, origin, alias),
    });
    const lifetime = signatureSeconds(settings.queueSeconds);
    const signature = dkimSignature(head, bodyHash, { domain, key: signingKey(), at, lifetime });
    return Buffer.concat([Buffer.from(signature), head]);
  }

  /**
   * Commits the copies and notices. Returns a function that starts the attempts of copies that need not wait in the
   * queue.
   */
  async function store(job: Job, head: Buffer, copies: SentCopyRef[], notices: Enqueued[]): Promise<() => void> {
    const places = takePlaces(job, copies);
    try {
      const mail = await queueItem(job, head, copies, places);
      const leases = await dispatcher.store([mail, ...notices]);
      return () => startDirectly(mail, places, leases);
    } catch (error) {
      for (const place of places) place?.release();
      throw error;
    }
  }

  /** Takes slots for direct attempts, but not for a large message, which is read from the queue again. */
  function takePlaces({ message: { body }, submitter: { key } }: Job, copies: SentCopyRef[]): (DirectSlot | null)[] {
    const isSmall = body.chunks !== undefined && body.size <= MAX_DIRECT_BYTES;
    return copies.map(({ recipient }) => (isSmall && host.direct?.take({ destination: recipient, key })) || null);
  }

  async function queueItem(
    { message, transaction, submitter }: Job,
    head: Buffer,
    copies: SentCopyRef[],
    places: (DirectSlot | null)[],
  ): Promise<Enqueued> {
    const { key, address } = submitter;
    const recipients = await Promise.all(
      copies.map(async ({ id, recipient }, at) => ({
        id,
        from: await srs.writeSent({ key, id }),
        destination: recipient,
        recipient: address,
        key,
        after: 0,
        lease: places[at]?.lease ?? 0,
        traffic: 'sent' as const,
      })),
    );
    const utf8 = transaction.utf8 && !isAscii(head);
    // No address is stored for failure notices: they go to the inbox that the handle has at that time.
    return { message: { id: transaction.id, reportTo: '', utf8, body: withHead(message, head) }, recipients };
  }

  async function suppressedNotices(
    { message: { head }, transaction: { id } }: Job,
    inbox: string | null,
    copies: SentCopyRef[],
  ): Promise<Enqueued[]> {
    if (inbox === null || copies.length === 0) return [];
    const recipients = copies.map(({ recipient }) => recipient);
    const failure = { to: inbox, recipients, enhanced: '5.1.1', head, reason: SUPPRESSED_REASON, messageId: id };
    return [await failureNotice(host, settings, failure)];
  }

  function noteRefused(copies: SentCopyRef[], error: Error): void {
    if (error instanceof AbortConnection) return;
    const {
      responseCode: code,
      enhanced,
      text,
    } = error instanceof SmtpReplyError
      ? error
      : new SmtpReplyError(451, '4.3.0', 'Temporary failure, please try again');
    note(copies, { step: 'refused', code, enhanced, text });
  }

  /** Records the received message without the client's address, which belongs to the owner. */
  function recordReceived({ message: { head, body }, submitter, copies }: Job): void {
    const received = {
      step: 'received',
      direction: 'sent',
      key: submitter.key,
      sender: submitter.address,
      author: decodeEncodedWords(readFromField(head).value),
      subject: subjectOf(head),
      client: '',
      size: body.size,
    } as const;
    for (const { id, recipient } of copies) recorder.record(id, { ...received, recipient });
  }

  function note(copies: SentCopyRef[], step: DeliveryStep): void {
    for (const { id } of copies) recorder.record(id, step);
  }
}

/**
 * Creates the copies. Return addresses contain the ids of copies; a random part hides how many other recipients, such
 * as Bcc recipients, got the message.
 */
function copiesOf({ id, recipients }: Transaction): SentCopyRef[] {
  const parts = new Set<string>();
  while (parts.size < recipients.length) parts.add(base32(randomBytes(5)).slice(0, 6));
  return [...parts].map((part, at) => ({ id: `${id}-${part}`, recipient: recipients[at]?.address ?? '' }));
}

function rejectIf(refusal: SubmissionRefusal | null): void {
  if (refusal) throw new SmtpReplyError(refusal.code, refusal.enhanced, refusal.text);
}

/** Starts the attempts of copies that have a slot and were stored with a lease. A paused queue gives no leases. */
function startDirectly({ message, recipients }: Enqueued, places: (DirectSlot | null)[], leases: string[]): void {
  const { id: messageId, reportTo, utf8, body } = message;
  for (const [at, { id, from, destination, recipient, key }] of recipients.entries()) {
    const [place, lease] = [places[at], leases[at]];
    const copy = { id, messageId, reportTo, utf8, body, from, destination, recipient, key, traffic: 'sent' as const };
    if (lease) place?.start({ ...copy, lease, attempts: 0, crashes: 0, age: 0 });
    else place?.release();
  }
}
