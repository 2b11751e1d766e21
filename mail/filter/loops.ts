import { fields, fieldValue } from '../message/header.ts';
import { SmtpReplyError } from '../message/smtp-reply-error.ts';

/** RFC 5321 6.3 requires at least 100. */
const MAX_HOPS = 100;
const MAX_OWN_HOPS = 10;
/** Earlier passes allowed for one recipient, because people resend messages to themselves. */
const MAX_PER_RECIPIENT = 2;

/**
 * Rejects a message in a loop (RFC 5321 6.3): one with too many Received fields, too many from this host, or two from
 * this host for one recipient.
 */
export function rejectLoops(head: Buffer, hostname: string, recipients: string[]): void {
  let hops = 0;
  let own = 0;
  const seen = new Map<string, number>();
  for (const field of fields(head)) {
    if (field.name !== 'received') continue;
    hops++;
    const value = fieldValue(head, field);
    if (/\sby\s+([^\s;()]+)/i.exec(value)?.[1]?.toLowerCase() !== hostname) continue;
    own++;
    const recipient = /\sfor\s+<([^<>]+)>/i.exec(value)?.[1]?.toLowerCase();
    if (recipient) seen.set(recipient, (seen.get(recipient) ?? 0) + 1);
  }
  const again = recipients.some((recipient) => (seen.get(recipient.toLowerCase()) ?? 0) >= MAX_PER_RECIPIENT);
  if (hops > MAX_HOPS || own >= MAX_OWN_HOPS || again) {
    throw new SmtpReplyError(554, '5.4.6', 'Mail loop detected: this message has passed this server before');
  }
}

/**
 * Rejects a message that a client submitted here before (RFC 3848: `with ESMTPSA`). Without this check, two programs
 * that forward each other's mail would go unnoticed, because Received fields are removed from submitted mail.
 */
export function rejectResubmitted(head: Buffer, hostname: string): void {
  const again = fields(head).some((field) => {
    if (field.name !== 'received') return false;
    const words = fieldValue(head, field)
      .toLowerCase()
      .split(/[\s;]+/);
    return words.some(
      (word, at) =>
        word === 'by' && words[at + 1] === hostname && words[at + 2] === 'with' && /smtps?a$/.test(words[at + 3] ?? ''),
    );
  });
  if (again)
    throw new SmtpReplyError(554, '5.4.6', 'Mail loop detected: this message was sent through this server before');
}
