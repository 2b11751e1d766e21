import { composeDsn } from './dsn/dsn.ts';
import { ownWords } from './dsn/reply-texts.ts';
import type { MailHost } from './host.ts';
import { fields } from './message/header.ts';
import { bodyFromBuffer } from './message/message.ts';
import { newId } from './message/message-id.ts';
import type { Enqueued } from './message/queued-message.ts';
import type { Settings } from './options.ts';
import { mailDate } from './rewrite/received.ts';
import { signatureSeconds, signSystemEmail } from './sign-system-email.ts';

/** A mail that failed for good. */
export interface Failure {
  /** Who sent it, and hears of this. */
  to: string;
  /** The address the sender wrote. */
  recipient: string;
  enhanced: string;
  /** The header as the sender may see it; empty when it is not known. */
  head: Buffer;
  /** Why, where our words for the code are not enough. */
  reason?: string;
}

/** A failure notice, signed and ready for the queue: from the null sender, about the address its reader wrote. */
export async function failureNotice(
  ports: Pick<MailHost, 'clock' | 'signingKey'>,
  settings: Settings,
  failure: Failure,
): Promise<Enqueued> {
  const at = ports.clock.now();
  const id = newId(at);
  const { domain, hostname } = settings;
  const { to, recipient, enhanced, head, reason = ownWords(enhanced) } = failure;
  const report = composeDsn({ id, domain, hostname, to, recipient, enhanced, reason, head, at, date: mailDate });
  const signing = { domain, key: ports.signingKey(), at, lifetime: signatureSeconds(settings.queueSeconds) };
  const utf8 = /[^\p{ASCII}]/u.test(to + recipient);
  return {
    message: { id, reportTo: '', utf8, body: bodyFromBuffer(signSystemEmail(report, signing)) },
    recipients: [{ id, from: '', destination: to, recipient: '', key: 'report', after: 0, lease: 0 }],
  };
}

/** What the sender had sent, of a header that we have put our own lines on. */
export function originalHead(head: Buffer): Buffer {
  // Below our Received, the first of all: the rest came with the message.
  const ours = fields(head).find(({ name }) => name === 'received');
  return ours ? head.subarray(ours.end) : head;
}
