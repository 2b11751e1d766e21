import { fields, fieldValue } from '../message/header.ts';
import { SmtpReplyError } from '../message/smtp-reply-error.ts';

/** RFC 5321 6.3: at least 100, where Received lines are counted. */
const MAX_HOPS = 100;
const MOST_OWN_HOPS = 10;
/** How often one recipient may have had this message before; a person may well resend a mail to himself once. */
const MOST_FOR_ONE = 2;

/**
 * Turns down a message that goes round (RFC 5321 6.3): too many Received lines, too many of ours, or our own line for
 * one of these recipients more than once already.
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
  const again = recipients.some((recipient) => (seen.get(recipient.toLowerCase()) ?? 0) >= MOST_FOR_ONE);
  if (hops > MAX_HOPS || own >= MOST_OWN_HOPS || again) {
    throw new SmtpReplyError(554, '5.4.6', 'Mail loop: this message has been here before');
  }
}
