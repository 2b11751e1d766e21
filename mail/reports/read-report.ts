import { type MailReport, MalformedReport } from '../message/mail-report.ts';
import { decompress } from './decompress.ts';
import { readDmarcReport } from './dmarc.ts';
import { readFeedbackReport } from './feedback.ts';
import { isFeedback, REPORT_TYPES } from './may-be-report.ts';
import { type MimePart, mimeParts } from './mime-parts.ts';
import { readTlsReport } from './tls.ts';

/** Number of parts that are searched for the report; further parts are ignored. */
const MAX_CANDIDATES = 4;
/** Objects in memory are many times larger than their JSON. */
const MAX_JSON = 1024 * 1024;
const LESS_THAN = 60;
const BRACE = 123;

/**
 * Returns the report about our mail domain in a message, or null if the message has no report. Throws MalformedReport
 * if the report is damaged, too large or about another domain.
 */
export async function readReport(message: Buffer, head: Buffer, domain: string): Promise<MailReport | null> {
  const parts = mimeParts(message);
  if (isFeedback(head)) return readFeedbackReport(parts, domain);
  for (const part of parts.filter(({ type }) => REPORT_TYPES.test(type)).slice(0, MAX_CANDIDATES)) {
    const report = await readPart(part, domain);
    if (report) return report;
  }
  return null;
}

async function readPart(part: MimePart, domain: string): Promise<MailReport | null> {
  const bytes = withoutByteOrderMark(await decompress(part.content()));
  const first = bytes.subarray(0, 200).find((byte) => byte > 32);
  if (first === LESS_THAN) return readDmarcReport(bytes.toString('utf8'), domain);
  if (first !== BRACE) return null;
  if (bytes.length > MAX_JSON) throw new MalformedReport('its JSON is larger than 1 MB');
  return readTlsReport(bytes.toString('utf8'), domain);
}

function withoutByteOrderMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}
