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
  /** The original header; empty if unknown. */
  head: Buffer;
  at: Date;
  date(at: Date): string;
}

const MAX_HEADER_BYTES = 64 * 1024;

/**
 * Composes a failure notice (RFC 3464; RFC 6533 if not ASCII) with the message's header. Omits Remote-MTA and
 * Diagnostic-Code, which would reveal the destination. Send it from the null sender.
 */
export function composeDsn(options: DsnOptions): Buffer {
  const { id, domain, hostname, to, recipient, enhanced, reason, at } = options;
  const boundary = `=_${randomBytes(12).toString('hex')}`;
  const head = wholeFields(options.head);
  const isInternational = /[^\p{ASCII}]/u.test(to + recipient);
  const eightBit = head.some((byte) => byte > 127);
  const parts = [
    `From: Mail delivery <postmaster@${domain}>`,
    `To: <${to}>`,
    'Subject: Your mail could not be delivered',
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
    'could not be delivered, and will not be tried again:',
    '',
    `    ${reason} (${enhanced}).`,
    '',
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
    'Action: failed',
    `Status: ${enhanced}`,
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

/** The complete fields that fit, without the empty line at the end. */
function wholeFields(head: Buffer): Buffer {
  let end = 0;
  for (const field of fields(head)) {
    if (field.end > MAX_HEADER_BYTES) break;
    end = field.end;
  }
  return head.subarray(0, end);
}
