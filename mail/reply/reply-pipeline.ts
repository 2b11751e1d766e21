import { isAscii } from 'node:buffer';
import { createAuthenticator } from '../authenticate/authenticate.ts';
import { hasOneAuthor, readFromField } from '../authenticate/from-field.ts';
import { acceptedText } from '../dsn/reply-texts.ts';
import type { Correspondent, ReplyTarget } from '../host/contacts.ts';
import type { DeliveryStep } from '../host/recorder.ts';
import type { MailHost } from '../host.ts';
import { isInternational, splitAddress } from '../message/address.ts';
import type { Author } from '../message/authentication-result.ts';
import { decodeEncodedWords, subjectOf } from '../message/mailbox.ts';
import { belowHead, discardMessage, type Message, withHead } from '../message/message.ts';
import { isReplyAddress } from '../message/reply-address.ts';
import { isSameInbox } from '../message/same-inbox.ts';
import { SmtpReplyError } from '../message/smtp-reply-error.ts';
import { messageIdOf } from '../message/threads/thread-ids.ts';
import type { Settings } from '../options.ts';
import { createRememberOnce } from '../returned/remember-once.ts';
import { repliesOnly } from '../smtp-in/checks/recipient.ts';
import type { Accept, Transaction } from '../transaction.ts';
import { AddressSearch, findMention } from './inbox-mentions.ts';
import { MessageIds } from './message-ids.ts';
import { sentHeader, visibleRecipients } from './sent-header.ts';
import { REPLY_KEPT_DAYS, signedReplyName } from './sent-once.ts';
import { isSentByInbox } from './unattended-mail.ts';

const AUTOMATIC_TEXT = 'Automatic replies, bounces and list mail of the inbox are not forwarded';
const MENTION_TEXT =
  "The message contains your inbox's address, often in a quotation, a signature or an answer to an invitation. Please remove it, or allow it in the email settings of your handle";
const OTHER_MENTION_TEXT =
  "The message contains your inbox's address, or that of another inbox of the handle, often in a quotation, a signature or an answer to an invitation. Please remove it, or allow it in the email settings of your handle";
const UNREADABLE_TEXT =
  "A part of the message cannot be decoded, so we cannot check whether it contains your inbox's address. Please send it in another form, or allow the address in the email settings of your handle";
const REPEATED_TEXT =
  'This reply was sent before: a signed message that arrives again may come from anybody who got it';
/** Reply addresses that To and Cc may name. */
const MAX_NAMED = 100;

export interface ReplyPipelineParts {
  /** Sends a message of a handle: limits, header, signature, queue. */
  submit: Accept;
  /** Forwards a message. */
  forward: Accept;
}

/** A reply and the data that the stages share. */
interface Job {
  message: Message;
  transaction: Transaction;
  author: Author;
  /** The contacts of the reply addresses in the envelope, and the first of them. */
  targets: ReplyTarget[];
  target: ReplyTarget;
  /** Identifies a reply that only a signature vouches for; null if the reply came from the inbox's own servers. */
  replay: string | null;
}

/**
 * Creates the function that processes a message from the inbox of a handle to reply addresses: authenticate -> drop
 * automatic mail -> resolve To and Cc -> search for the inbox's address -> header -> submit, as if a client of the
 * handle had sent it.
 */
export function createReplyPipeline(host: MailHost, settings: Settings, parts: ReplyPipelineParts): Accept {
  const { recorder, contacts, log, resolver, clock } = host;
  const sentOnce = createRememberOnce(host, REPLY_KEPT_DAYS);
  const { domain, hostname } = settings;
  const { submit, forward } = parts;
  const messageIds = new MessageIds({ ...settings, tokens: host.senderTokens, clock });
  const authenticate = createAuthenticator({ resolver, hostname, trustedSealers: [], clock });

  return async function acceptReply(message, transaction) {
    const recipients = transaction.recipients.filter((recipient) => recipient.kind === 'reply');
    if (recipients.length === 0) return forward(message, transaction);
    let isReply = true;
    try {
      const author = readFromField(message.head);
      const [target, ...more] = await targetsOf(recipients.map(({ address }) => address));
      // Since RCPT, an address may have expired or its contact may have been blocked.
      if (!target || more.length + 1 < recipients.length)
        throw new SmtpReplyError(550, '5.1.1', 'No such address here');
      const job = { message, transaction, author, targets: [target, ...more], target, replay: null };
      isReply = await isFromInbox(job);
      if (isReply) return await send(job);
    } finally {
      if (isReply) await discardMessage(message, transaction.id, log);
    }
    // An authenticated stranger wrote to the handle and also to a reply address found in a quotation.
    const others = transaction.recipients.filter((recipient) => recipient.kind !== 'reply');
    return forward(message, { ...transaction, recipients: others });
  };

  /** Returns the contacts of reply addresses, without unknown addresses. */
  async function targetsOf(addresses: string[]): Promise<ReplyTarget[]> {
    const locals = addresses.map((address) => splitAddress(address)?.local.toLowerCase() ?? '');
    const found = await Promise.all(locals.map((local) => contacts.find(local))).catch((error) => {
      log.error({ event: 'mail.reply.lookup_failed', err: error }, 'reply address lookup failed');
      throw new SmtpReplyError(451, '4.3.0', 'Temporary failure while looking up the recipient, please try again');
    });
    return found.filter((target) => target !== null);
  }

  /**
   * Returns whether the message is a reply from a verified inbox of the handle. If it is not, throws, or returns false
   * if the message has other recipients, who get it. Rejects all unauthenticated mail, whatever its From, so that no
   * one can discover the inbox by trial and error.
   */
  async function isFromInbox(job: Job): Promise<boolean> {
    const { message, transaction, author, target } = job;
    try {
      if (!hasOneAuthor(message.head)) throw repliesOnly();
      const { authorVouched, senderAligned, recipientsSigned, recipientsSignature, hasDnsError } = await authenticate(
        message,
        author,
        transaction,
      );
      if (!authorVouched) {
        if (!hasDnsError) throw repliesOnly();
        throw new SmtpReplyError(
          451,
          '4.7.5',
          'Temporary failure while checking SPF, DKIM and DMARC, please try again',
        );
      }
      const [from = '', ...others] = author.addresses;
      const isInbox = others.length === 0 && target.inboxes.some((inbox) => isSameInbox(inbox, from));
      if (!isInbox) {
        if (transaction.recipients.some(({ kind }) => kind !== 'reply')) return false;
        throw repliesOnly();
      }
      // Anyone who got a signed message can send it again with a different envelope.
      const isChosen = senderAligned || (recipientsSigned && areNamed(message.head, job.targets.length, transaction));
      if (!isChosen) throw repliesOnly();
      if (!senderAligned) {
        const people = job.targets.map(({ contact }) => contact.address);
        job.replay = signedReplyName(target.key, people, recipientsSignature);
      }
      return true;
    } catch (error) {
      if (error instanceof SmtpReplyError) recordRejected(job, error);
      throw error;
    }
  }

  /** Returns whether To and Cc name all reply addresses of the envelope. */
  function areNamed(head: Buffer, count: number, { recipients }: Transaction): boolean {
    const visible = visibleRecipients(head);
    if (!visible) return false;
    const named = new Set([...visible.to, ...visible.cc].map(({ address }) => address.toLowerCase()));
    return (
      recipients.filter(({ kind, address }) => kind === 'reply' && named.has(address.toLowerCase())).length >= count
    );
  }

  async function send(job: Job): Promise<string> {
    const { message, transaction, target, targets } = job;
    if (isSentByInbox(message.head, transaction.from)) {
      recordReceived(job);
      note(job, { step: 'dropped', text: AUTOMATIC_TEXT });
      log.info({ event: 'mail.reply.automatic', id: transaction.id, key: target.key }, AUTOMATIC_TEXT);
      return acceptedText(transaction.id);
    }
    if (job.replay !== null && (await sentOnce.has(job.replay))) {
      recordReceived(job);
      note(job, { step: 'dropped', text: REPEATED_TEXT });
      log.info({ event: 'mail.reply.repeated', id: transaction.id, key: target.key }, REPEATED_TEXT);
      return acceptedText(transaction.id);
    }
    const head = await header(job);
    await checkText(job, head);
    const { key, handleAddress } = target;
    const recipients = targets.map(({ contact }) => ({ kind: 'remote' as const, address: contact.address }));
    const text = await submit(
      // This pipeline discards the message after submit.
      { head, body: withHead(message, head), discard: async () => {} },
      {
        ...transaction,
        from: handleAddress,
        recipients,
        // The client is a server of the inbox's provider, which must not be disclosed.
        client: { address: '', helo: '', protocol: transaction.client.protocol },
        submitter: { passwordId: null, key, address: handleAddress },
        utf8: !isAscii(head) || recipients.some(({ address }) => isInternational(address)),
      },
    );
    if (job.replay !== null) await sentOnce.add(job.replay);
    contacts.sent(
      key,
      recipients.map(({ address }) => address),
    );
    return text;
  }

  /** Returns the outgoing header. Throws if it names unknown reply addresses or reply addresses of other handles. */
  async function header(job: Job): Promise<Buffer> {
    const { message, target, transaction } = job;
    const visible = visibleRecipients(message.head);
    const mailboxes = [...(visible?.to ?? []), ...(visible?.cc ?? [])];
    const named = mailboxes
      .map(({ address }) => address.toLowerCase())
      .filter((address) => isReplyAddress(address, domain));
    if (!visible || named.length > MAX_NAMED)
      throw reject(job, '5.6.0', 'To or Cc is too long, please write to fewer people at once');
    const found = await targetsOf(named);
    if (found.length < named.length) {
      const text =
        'To or Cc has a reply address that does not exist any more. Please remove it, or create a new one for this person';
      throw reject(job, '5.7.1', text);
    }
    if ([...found, ...job.targets].some(({ key }) => key !== target.key)) {
      throw reject(
        job,
        '5.7.1',
        'The recipients belong to different handles. Please write to the people of one handle at once',
      );
    }
    const people = new Map<string, Correspondent>();
    for (const [at, { contact }] of found.entries()) people.set(named[at] ?? '', contact);
    const { key, inboxes, readers = [], handleAddress } = target;
    const owned = [...inboxes, ...readers, handleAddress, ...job.author.addresses];
    return sentHeader(message.head, {
      target,
      ...visible,
      contacts: people,
      isOwn: (address) => owned.some((one) => isSameInbox(one, address)),
      messageId: await messageIds.replace(key, messageIdOf(message.head) || `<${transaction.id}@${hostname}>`),
      ids: await messageIds.ownIdsIn(message.head, key),
    });
  }

  /** Rejects a message that contains the address of an inbox, unless the owner allows that. */
  async function checkText(job: Job, head: Buffer): Promise<void> {
    const { message, transaction, target, author } = job;
    if (target.allowInboxInText) return;
    const inboxes = [...target.inboxes, ...(target.readers ?? [])];
    const addresses = [...inboxes, ...author.addresses, transaction.from];
    const mention = await findMention(new AddressSearch(new Set(addresses)), head, belowHead(message));
    const found = inboxes.length > 1 ? OTHER_MENTION_TEXT : MENTION_TEXT;
    if (mention !== 'none') throw reject(job, '5.7.1', mention === 'found' ? found : UNREADABLE_TEXT);
  }

  /** Records a message that never reaches `submit`; `submit` records all other messages. */
  function reject(job: Job, enhanced: string, text: string): SmtpReplyError {
    recordReceived(job);
    note(job, { step: 'refused', code: 550, enhanced, text });
    return new SmtpReplyError(550, enhanced, text);
  }

  function recordReceived({ message, transaction, target, targets, author }: Job): void {
    targets.forEach(({ contact }, at) => {
      recorder.record(copyId(transaction, at, targets.length), {
        step: 'received',
        direction: 'sent',
        key: target.key,
        recipient: contact.address,
        sender: target.handleAddress,
        author: decodeEncodedWords(author.value),
        subject: subjectOf(message.head),
        client: '',
        size: message.body.size,
      });
    });
  }

  /** Records an attempt by someone else in the delivery log of the handle. */
  function recordRejected({ message, transaction, author, target }: Job, error: SmtpReplyError): void {
    const [first] = transaction.recipients.filter(({ kind }) => kind === 'reply');
    recorder.record(transaction.id, {
      step: 'received',
      key: target.key,
      recipient: first?.address ?? '',
      sender: transaction.from,
      author: decodeEncodedWords(author.value),
      subject: subjectOf(message.head),
      client: transaction.client.address,
      size: message.body.size,
    });
    const { responseCode: code, enhanced, text } = error;
    recorder.record(transaction.id, { step: 'refused', code, enhanced, text });
  }

  function note({ transaction, targets }: Job, step: DeliveryStep): void {
    for (const at of targets.keys()) recorder.record(copyId(transaction, at, targets.length), step);
  }
}

function copyId({ id }: Transaction, at: number, count: number): string {
  return count === 1 ? id : `${id}-${at + 1}`;
}
