import { composeDsn } from '../dsn/dsn.ts';
import { replyText } from '../dsn/reply-texts.ts';
import type { MailHost } from '../host.ts';
import type { Diagnosis } from '../message/delivery-result.ts';
import { fields } from '../message/header.ts';
import { bodyFromBuffer } from '../message/message.ts';
import { newId, timeOfId } from '../message/message-id.ts';
import type { Enqueued } from '../message/queued-message.ts';
import type { Settings } from '../options.ts';
import { signatureSeconds, signSystemEmail } from '../rewrite/sign-system-email.ts';

/** A permanently failed delivery. */
export interface FailedDelivery {
  /** The original sender, who gets the notice. */
  to: string;
  /** The addresses, as the sender wrote them, that failed together for the same reason. */
  recipients: string[];
  enhanced: string;
  /** The header as the sender wrote it; empty if unknown. */
  head: Buffer;
  /** Replaces the text for the code. */
  reason?: string;
  /** Details beyond the code, if the reader may see them. */
  diagnosis?: Diagnosis;
  /** The id of the message or copy, from which the time of acceptance is read; absent if unknown. */
  messageId?: string;
  /** Set if the message is only delayed: the number of days for which delivery is attempted. */
  delayedDays?: number;
}

/** Composes and signs a failure notice from the null sender; it names only addresses that the sender wrote. */
export async function failureNotice(
  host: Pick<MailHost, 'clock' | 'signingKey'>,
  settings: Settings,
  failure: FailedDelivery,
): Promise<Enqueued> {
  const at = host.clock();
  const id = newId(at);
  const { domain, hostname } = settings;
  const { reason = replyText(failure.enhanced), to, recipients, messageId = '' } = failure;
  const acceptedAt = timeOfId(messageId);
  const arrivedAt = Number.isNaN(acceptedAt) ? undefined : new Date(acceptedAt);
  const report = composeDsn({ ...failure, id, domain, hostname, reason, at, arrivedAt });
  const signing = { domain, key: host.signingKey(), at, lifetime: signatureSeconds(settings.queueSeconds) };
  const utf8 = /[^\p{ASCII}]/u.test(to + recipients.join(''));
  return {
    message: { id, reportTo: '', utf8, body: bodyFromBuffer(signSystemEmail(report, signing)) },
    recipients: [{ id, from: '', destination: to, recipient: '', key: 'report', after: 0, lease: 0 }],
  };
}

/** Removes our own fields from the top of a header. */
export function originalHead(head: Buffer): Buffer {
  // Everything below the first Received field, which is ours, came with the message.
  const received = fields(head).find(({ name }) => name === 'received');
  return received ? head.subarray(received.end) : head;
}
