import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { fields, fieldValue, headerEnd } from '../message/header.ts';
import { type FeedbackReport, MalformedReport } from '../message/mail-report.ts';
import type { MimePart } from './mime-parts.ts';
import { plainText } from './text.ts';

/** Maximum number of bytes read from the report and from the enclosed header. */
const MAX_FIELDS = 64 * 1024;
const MAX_DOMAINS = 10;
const ENCLOSED = new Set(['message/rfc822', 'message/rfc822-headers', 'text/rfc822-headers', 'message/global']);

/** Reads a feedback report (RFC 5965). Throws MalformedReport. */
export function readFeedbackReport(parts: MimePart[], domain: string): FeedbackReport {
  const report = parts.find(({ type }) => type === 'message/feedback-report');
  if (!report) throw new MalformedReport('a feedback report without its part');
  const said = valuesOf(report);
  const enclosed = parts.find(({ type }) => ENCLOSED.has(type));
  const header = enclosed ? valuesOf(enclosed) : () => [];
  const type = plainText(said('feedback-type')[0], 40).toLowerCase();
  if (type === '') throw new MalformedReport('a feedback report without type');
  const sourceIp = plainText(said('source-ip')[0], 60).replace(/^\[(?:ipv6:)?|\]$/gi, '');
  const messageId = plainText(header('message-id')[0], 500);
  const returnAddresses = [...said('original-mail-from'), ...header('return-path')]
    .map((value) => plainText(value, 400).replace(/^<|>$/g, ''))
    .filter((address) => address.includes('@'));
  // There is one complaint for each recipient of a message, however often it is reported.
  const recipient = plainText(said('original-rcpt-to')[0] ?? header('to')[0], 400).toLowerCase();
  const identity = [...returnAddresses, messageId, recipient].map((text) => text.toLowerCase());
  return {
    kind: 'feedback',
    id: createHash('sha256').update(JSON.stringify(identity)).digest('hex'),
    type,
    userAgent: plainText(said('user-agent')[0]),
    sourceIp: isIP(sourceIp) === 0 ? '' : sourceIp,
    domains: [...new Set(said('reported-domain').map((value) => plainText(value).toLowerCase()))].slice(0, MAX_DOMAINS),
    messageId,
    returnAddresses: [...new Set(returnAddresses)].slice(0, 4),
    claimedAuthor: isSignedBy(header('dkim-signature'), domain) ? addressIn(header('from')[0] ?? '') : '',
  };
}

/** Returns whether one of these signatures, which are not verified, names the domain. */
function isSignedBy(signatures: string[], domain: string): boolean {
  return signatures.some((value) =>
    value.split(';').some((tag) => tag.replace(/\s/g, '').toLowerCase() === `d=${domain}`),
  );
}

function addressIn(from: string): string {
  const text = from.slice(-400);
  return plainText(/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text, 400).toLowerCase();
}

/** Returns the values, by lower-case name, of a part that has the form of a header section. */
function valuesOf(part: MimePart): (name: string) => string[] {
  const bytes = withLeadingLinesRemoved(part.content().subarray(0, MAX_FIELDS));
  const head = bytes.subarray(0, headerEnd(bytes));
  return (name) =>
    fields(head)
      .filter((field) => field.name === name)
      .slice(0, MAX_DOMAINS)
      .map((field) => fieldValue(head, field));
}

/** Removes the empty lines with which some reporters begin the part. */
function withLeadingLinesRemoved(bytes: Buffer): Buffer {
  let start = 0;
  while (bytes[start] === 13 || bytes[start] === 10) start++;
  return bytes.subarray(start);
}
