import { randomBytes } from 'node:crypto';
import { fields } from '../message/header.ts';

export interface DsnOptions {
  id: string;
  /** Our address domain and host name. */
  domain: string;
  hostname: string;
  /** The sender of the message, who gets the notice. */
  to: string;
  /** The address the sender wrote; the only recipient a report names. */
  recipient: string;
  enhanced: string;
  /** The reason, in our own text. */
  reason: string;
  /** The reply of the recipient's server, for authors who wrote to that recipient themselves. */
  reply?: string;
  /** The message is only late: it is tried again until this many days after it was accepted. */
  delayedDays?: number;
  /** The original header; empty if unknown. */
  head: Buffer;
  at: Date;
  date(at: Date): string;
}

const MAX_HEADER_BYTES = 64 * 1024;
const MAX_REPLY_LENGTH = 500;

/**
 * Composes a failure notice (RFC 3464; RFC 6533 if not ASCII) with the message's header. Omits Remote-MTA, and without
 * `reply` also Diagnostic-Code, which would reveal the destination. Send it from the null sender.
 */
export function composeDsn(options: DsnOptions): Buffer {
  const { id, domain, hostname, to, recipient, enhanced, reason, delayedDays, at } = options;
  const reply = replyLine(options.reply);
  const boundary = `=_${randomBytes(12).toString('hex')}`;
  const head = wholeFields(options.head);
  const isInternational = /[^\p{ASCII}]/u.test(to + recipient);
  const eightBit = head.some((byte) => byte > 127);
  const parts = [
    `From: Mail delivery <postmaster@${domain}>`,
    `To: <${to}>`,
    delayedDays ? 'Subject: Your mail is delayed' : 'Subject: Your mail could not be delivered',
    `Date: ${options.date(at)}`,
    `Message-ID: <${id}@${hostname}>`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status;\r\n\tboundary="${boundary}"`,
    ...(isInternational || eightBit ? ['Content-Transfer-Encoding: 8bit'] : []),
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    ...(isInternational ? ['Content-Transfer-Encoding: 8bit'] : []),
    '',
    'Your mail to',
    '',
    `    ${recipient}`,
    '',
    delayedDays
      ? `is not delivered yet. It is tried again until ${delayedDays} days after you sent it; you need not do anything:`
      : 'could not be delivered, and will not be tried again:',
    '',
    `    ${reason} (${enhanced}).`,
    '',
    ...(reply === '' ? [] : ["The recipient's mail server replied:", '', `    ${reply}`, '']),
    `-- ${hostname}`,
    '',
    `--${boundary}`,
    ...(isInternational
      ? ['Content-Type: message/global-delivery-status', 'Content-Transfer-Encoding: 8bit']
      : ['Content-Type: message/delivery-status']),
    '',
    `Reporting-MTA: dns; ${hostname}`,
    '',
    `Final-Recipient: ${isInternational ? 'utf-8' : 'rfc822'}; ${recipient}`,
    delayedDays ? 'Action: delayed' : 'Action: failed',
    `Status: ${enhanced}`,
    ...(reply === '' ? [] : [`Diagnostic-Code: smtp; ${reply}`]),
    '',
  ];
  const tail = `\r\n--${boundary}--\r\n`;
  if (head.length === 0) return Buffer.from(parts.join('\r\n') + tail);
  parts.push(
    `--${boundary}`,
    ...(eightBit
      ? ['Content-Type: message/global-headers', 'Content-Transfer-Encoding: 8bit']
      : ['Content-Type: text/rfc822-headers']),
    '',
    '',
  );
  return Buffer.concat([Buffer.from(parts.join('\r\n')), head, Buffer.from(tail)]);
}

/** A reply as one line of ASCII. */
function replyLine(reply = ''): string {
  return reply
    .slice(0, MAX_REPLY_LENGTH)
    .replace(/[^\x21-\x7e]+/g, ' ')
    .trim();
}

/** The complete fields that fit, without the empty line at the end. */
function wholeFields(head: Buffer): Buffer {
  let end = 0;
  for (const field of fields(head)) {
    if (field.end > MAX_HEADER_BYTES) break;
    end = field.end;
  }
  return head.subarray(0, end);
}
