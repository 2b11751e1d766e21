import { randomBytes } from 'node:crypto';
import { fields } from '../message/header.ts';

export interface DsnFacts {
  id: string;
  /** Our address domain and host name. */
  domain: string;
  hostname: string;
  /** Who sent the message and hears about it. */
  to: string;
  /** The address the sender wrote; the only recipient a report names. */
  recipient: string;
  enhanced: string;
  /** Why, in our own words. */
  reason: string;
  /** Header of the message as the sender may see it; empty when it is not known. */
  head: Buffer;
  at: Date;
  date(at: Date): string;
}

const MOST_HEADER_BYTES = 64 * 1024;

/**
 * A failure notice (RFC 3464; RFC 6533 where there is more than ASCII) with the message's header and nothing of the destination: no Remote-MTA, no
 * Diagnostic-Code, no word of its server. To be sent from the null sender.
 */
export function composeDsn(facts: DsnFacts): Buffer {
  const { id, domain, hostname, to, recipient, enhanced, reason, at } = facts;
  const boundary = `=_${randomBytes(12).toString('hex')}`;
  const head = wholeFields(facts.head);
  const isInternational = /[^\p{ASCII}]/u.test(to + recipient);
  const eightBit = head.some((byte) => byte > 127);
  const parts = [
    `From: Mail delivery <postmaster@${domain}>`,
    `To: <${to}>`,
    'Subject: Your mail could not be delivered',
    `Date: ${facts.date(at)}`,
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

/** As many whole fields as fit, without the empty line below them. */
function wholeFields(head: Buffer): Buffer {
  let end = 0;
  for (const field of fields(head)) {
    if (field.end > MOST_HEADER_BYTES) break;
    end = field.end;
  }
  return head.subarray(0, end);
}
