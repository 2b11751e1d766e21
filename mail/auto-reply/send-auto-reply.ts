import type { ExpandedRecipients } from '../forward/expand-recipients.ts';
import type { AutoReply } from '../host/auto-replies.ts';
import { OutcomeUnknown } from '../host/queue-store.ts';
import type { MailHost } from '../host.ts';
import type { AuthenticationResult } from '../message/authentication-result.ts';
import { personalAddress } from '../message/automatic/machine-address.ts';
import { bodyFromBuffer } from '../message/message.ts';
import { newId } from '../message/message-id.ts';
import { AUTO_REPLY_SECONDS, type Enqueued } from '../message/queued-message.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '../message/time.ts';
import type { Settings } from '../options.ts';
import { signatureSeconds, signSystemEmail } from '../rewrite/sign-system-email.ts';
import { networkOf } from '../smtp-in/checks/client-network.ts';
import type { AcceptedRecipient, Transaction } from '../transaction.ts';
import { isAddressedTo, withoutTag } from './address-list.ts';
import { composeAutoReply } from './compose.ts';
import { cleanSenderName } from './sender-name.ts';
import { reasonNotToReply } from './should-reply.ts';
import { threadOf } from './thread.ts';

/** A message that was delivered or queued. */
export interface AcceptedMail {
  head: Buffer;
  transaction: Transaction;
  authentication: AuthenticationResult;
  plan: ExpandedRecipients;
  /** A filter marked the message. */
  marked: boolean;
  /** Another handle sent the message. */
  isLocal: boolean;
}

/** A handle that may reply, and its address without a tag. */
interface Replier {
  key: string;
  local: string;
  address: string;
}

/** Limits of replies per hour that one network can cause: from one handle, and from all handles. */
const NETWORK_HOURLY_AT_HANDLE = 10;
const NETWORK_HOURLY = 60;
/** Limit of replies per hour from all handles to one sender. */
const SENDER_HOURLY = 10;
/** Limit of replies in progress in one process; further replies are not sent. */
const MAX_PENDING = 100;

/**
 * Creates the function that replies automatically to an accepted message (RFC 3834). It returns immediately and never
 * throws: a reply must not delay or change the response to the sender of the message.
 */
export function createAutoReplier(host: MailHost, settings: Settings): (mail: AcceptedMail) => void {
  const { autoReplies, clock, counters, log, queue, recorder } = host;
  const { domain, hostname } = settings;
  let pending = 0;

  return function replyTo(mail) {
    if (!autoReplies) return;
    const repliers = repliersOf(mail, domain);
    if (repliers.length === 0) return;
    const { id } = mail.transaction;
    if (pending >= MAX_PENDING) {
      log.warn({ event: 'mail.auto_reply.busy', id }, 'too many automatic replies in progress');
      return;
    }
    pending++;
    const acceptedAt = clock().getTime();
    setImmediate(async () => {
      try {
        await replyForAll(repliers, mail, acceptedAt);
      } catch (error) {
        log.warn({ event: 'mail.auto_reply.failed', err: error, id }, 'automatic reply failed');
      } finally {
        pending--;
      }
    });
  };

  async function replyForAll(repliers: Replier[], mail: AcceptedMail, acceptedAt: number): Promise<void> {
    const { head, transaction, authentication, marked, isLocal } = mail;
    const { id, from: sender } = transaction;
    const reason = reasonNotToReply({ head, sender, authentication, marked, isLocal }, { domain, hostname });
    if (reason !== null) return log.debug({ event: 'mail.auto_reply.none', id, reason }, 'no automatic reply');
    for (const replier of repliers) {
      if (!isAddressedTo(head, replier.local, domain)) {
        log.debug({ event: 'mail.auto_reply.none', id, reason: 'not-addressed' }, 'no automatic reply');
        continue;
      }
      // One handle's failure must not keep the others from replying.
      await replyFrom(replier, mail, acceptedAt).catch((error) =>
        log.warn({ event: 'mail.auto_reply.failed', err: error, id, key: replier.key }, 'automatic reply failed'),
      );
    }
  }

  async function replyFrom(replier: Replier, mail: AcceptedMail, acceptedAt: number): Promise<void> {
    const { transaction, authentication } = mail;
    const { key } = replier;
    const { id } = transaction;
    const person = personalAddress(transaction.from);
    const suppressed = await host.submission?.suppressed(key, [person]);
    if (suppressed?.has(person)) return leaveOut('suppressed');
    const name = cleanSenderName(authentication.author.name);
    const reply = await autoReplies?.take(key, { address: person, name });
    if (!reply) return;
    try {
      // Counted last, because a sender who gets no reply must not use up the limits of the handle.
      const limit = exceededLimit(replier, mail, reply);
      if (limit === null && isInTime()) return await enqueue(replier, mail, reply);
      leaveOut(limit ?? 'late');
    } catch (error) {
      // If the commit may have succeeded, another message must not cause a second reply.
      if (error instanceof OutcomeUnknown) throw error;
      await autoReplies?.release(key, person);
      throw error;
    }
    await autoReplies?.release(key, person);

    function isInTime(): boolean {
      return clock().getTime() - acceptedAt < AUTO_REPLY_SECONDS * 1000;
    }

    function leaveOut(reason: string): void {
      log.info({ event: 'mail.auto_reply.left_out', id, key, reason }, 'automatic reply left out');
    }
  }

  function exceededLimit({ key }: Replier, { transaction, isLocal }: AcceptedMail, reply: AutoReply): string | null {
    const network = networkOf(transaction.client.address);
    const byNetwork = [
      ['network', `auto-reply network ${network}`, NETWORK_HOURLY, HOUR_SECONDS],
      ['network', `auto-reply ${key} network ${network}`, NETWORK_HOURLY_AT_HANDLE, HOUR_SECONDS],
    ] as const;
    const limits = [
      // All handles of this server send from its own address.
      ...(settings.networkLimits && !isLocal ? byNetwork : []),
      ['sender', `auto-reply to ${personalAddress(transaction.from)}`, SENDER_HOURLY, HOUR_SECONDS],
      ['handle', `auto-reply hour ${key}`, reply.hourly, HOUR_SECONDS],
      ['handle', `auto-reply day ${key}`, reply.daily, DAY_SECONDS],
    ] as const;
    return limits.find(([, counter, max, seconds]) => !counters.take(counter, max, seconds))?.[0] ?? null;
  }

  async function enqueue(replier: Replier, mail: AcceptedMail, reply: AutoReply): Promise<void> {
    const { transaction } = mail;
    const item = await composeReply(host, settings, {
      replier,
      reply,
      to: transaction.from,
      head: mail.head,
    });
    const copy = item.message.id;
    await queue.enqueue([item]);
    const subject = reply.subject;
    recordReply(copy, {
      key: replier.key,
      from: replier.address,
      to: transaction.from,
      subject,
      size: item.message.body.size,
    });
    log.info({ event: 'mail.auto_reply.queued', id: transaction.id, copy }, 'automatic reply queued');
  }

  function recordReply(
    id: string,
    sent: { key: string; from: string; to: string; subject: string; size: number },
  ): void {
    const { key, from, to, subject, size } = sent;
    recorder.record(id, {
      step: 'received',
      direction: 'sent',
      key,
      recipient: to,
      sender: from,
      author: from,
      subject,
      client: '',
      size,
    });
    recorder.record(id, { step: 'queued', after: 0 });
  }
}

/** Returns the handles that accepted the message and may reply, each once. */
function repliersOf({ transaction, plan }: AcceptedMail, domain: string): Replier[] {
  const excluded = new Set([...plan.blocked, ...plan.refused].map(({ key }) => key));
  const found = new Map<string, Replier>();
  for (const recipient of transaction.recipients) {
    if (!mayReply(recipient) || excluded.has(recipient.key)) continue;
    const local = withoutTag(recipient.local);
    found.set(recipient.key, { key: recipient.key, local, address: `${local}@${domain}` });
  }
  return [...found.values()];
}

function mayReply(recipient: AcceptedRecipient): recipient is Extract<AcceptedRecipient, { kind: 'forward' }> {
  return recipient.kind === 'forward' && recipient.policy?.autoReply === true;
}

/** Composes and signs a reply as a queue item. The null sender prevents replies to it and bounces (RFC 3834 3.3). */
export async function composeReply(
  host: Pick<MailHost, 'clock' | 'signingKey'>,
  { domain }: Pick<Settings, 'domain'>,
  {
    replier,
    reply,
    to,
    head,
  }: { replier: Omit<Replier, 'local'>; reply: Pick<AutoReply, 'name' | 'subject' | 'text'>; to: string; head: Buffer },
): Promise<Enqueued> {
  const at = host.clock();
  const id = newId(at);
  const { name, subject, text } = reply;
  const from = { name, address: replier.address };
  const bytes = await composeAutoReply({ id, from, to, subject, text, thread: threadOf(head), at });
  const signing = { domain, key: host.signingKey(), at, lifetime: signatureSeconds(AUTO_REPLY_SECONDS) };
  return {
    message: { id, reportTo: '', utf8: false, body: bodyFromBuffer(signSystemEmail(bytes, signing)) },
    recipients: [
      {
        id,
        from: '',
        destination: to,
        recipient: replier.address,
        key: replier.key,
        after: 0,
        lease: 0,
        traffic: 'sent',
      },
    ],
  };
}
