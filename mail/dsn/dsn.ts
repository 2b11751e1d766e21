import { randomBytes } from 'node:crypto';
import type { Diagnosis } from '../message/delivery-result.ts';
import { fields } from '../message/header.ts';
import { mailDate } from '../message/time.ts';

export interface DsnOptions {
  id: string;
  /** Our address domain and host name. */
  domain: string;
  hostname: string;
  /** The sender of the message, who gets the notice. */
  to: string;
  /** The addresses with this result, as the sender wrote them; a report names no others. */
  recipients: string[];
  enhanced: string;
  /** The reason, in our own text. */
  reason: string;
  /** Details beyond the code, for authors who wrote to the recipient directly: they may name the destination. */
  diagnosis?: Diagnosis;
  /** When the message was accepted, if known. */
  arrivedAt?: Date | undefined;
  /** Set if the message is only delayed: delivery is attempted until this many days after acceptance. */
  delayedDays?: number;
  /** The original header; empty if unknown. */
  head: Buffer;
  at: Date;
}

const MAX_HEADER_BYTES = 64 * 1024;
const MAX_LINE_LENGTH = 500;

/**
 * Composes a failure notice (RFC 3464; RFC 6533 if not ASCII) with the message's header, to be sent from the null
 * sender. Without `diagnosis` the notice has neither Remote-MTA nor Diagnostic-Code, which would reveal the
 * destination. It never has Original-Envelope-Id: no client can set one, because the server does not offer the
 * extension of RFC 3461.
 */
export function composeDsn(options: DsnOptions): Buffer {
  const { id, domain, hostname, to, recipients, enhanced, reason, delayedDays, at, arrivedAt, diagnosis } = options;
  const said = diagnosis ? saidBy(diagnosis) : [];
  const boundary = `=_${randomBytes(12).toString('hex')}`;
  const head = wholeFields(options.head);
  const isInternational = /[^\p{ASCII}]/u.test(to + recipients.join(''));
  const eightBit = head.some((byte) => byte > 127);
  const parts = [
    `From: Mail delivery <postmaster@${domain}>`,
    `To: <${to}>`,
    delayedDays ? 'Subject: Your mail is delayed' : 'Subject: Your mail could not be delivered',
    `Date: ${mailDate(at)}`,
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
    ...recipients.map((recipient) => `    ${recipient}`),
    '',
    delayedDays
      ? `has not been delivered yet. We will keep trying until ${delayedDays} days after you sent it; you need not do anything:`
      : 'could not be delivered, and will not be tried again:',
    '',
    `    ${reason} (${enhanced}).`,
    '',
    ...said,
    `-- ${hostname}`,
    '',
    `--${boundary}`,
    ...(isInternational
      ? ['Content-Type: message/global-delivery-status', 'Content-Transfer-Encoding: 8bit']
      : ['Content-Type: message/delivery-status']),
    '',
    `Reporting-MTA: dns; ${hostname}`,
    ...(arrivedAt ? [`Arrival-Date: ${mailDate(arrivedAt)}`] : []),
    '',
    ...recipients.flatMap((recipient) => [
      `Final-Recipient: ${isInternational ? 'utf-8' : 'rfc822'}; ${recipient}`,
      delayedDays ? 'Action: delayed' : 'Action: failed',
      `Status: ${enhanced}`,
      ...(diagnosis ? diagnosticFields(diagnosis) : []),
      '',
    ]),
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

/** Returns lines that distinguish the reply of another server from a finding of this server. */
function saidBy(diagnosis: Diagnosis): string[] {
  const [title, text] =
    'reply' in diagnosis
      ? ["The recipient's mail server replied:", asciiLine(diagnosis.reply.text)]
      : ['This mail server found:', asciiLine(diagnosis.finding)];
  return text === '' ? [] : [title, '', `    ${text}`, ''];
}

/** Returns the diagnostic fields. The type smtp is only for replies of servers (RFC 3464 2.3.5, 2.3.6). */
function diagnosticFields(diagnosis: Diagnosis): string[] {
  if ('finding' in diagnosis) {
    const finding = asciiLine(diagnosis.finding);
    return finding === '' ? [] : [`Diagnostic-Code: x-nameplate; ${finding}`];
  }
  const { host, text } = diagnosis.reply;
  const remote = /^[a-z0-9.-]{1,255}$/i.test(host) ? [`Remote-MTA: dns; ${host}`] : [];
  const reply = asciiLine(text);
  return reply === '' ? remote : [...remote, `Diagnostic-Code: smtp; ${reply}`];
}

/** Returns a text as one line of ASCII. */
function asciiLine(text: string): string {
  return text
    .slice(0, MAX_LINE_LENGTH)
    .replace(/[^\x21-\x7e]+/g, ' ')
    .trim();
}

/** Returns the complete fields that fit, without the empty line at the end. */
function wholeFields(head: Buffer): Buffer {
  let end = 0;
  for (const field of fields(head)) {
    if (field.end > MAX_HEADER_BYTES) break;
    end = field.end;
  }
  return head.subarray(0, end);
}
