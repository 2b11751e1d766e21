import { addressesIn } from '../message/address-list.ts';
import { automaticMark } from '../message/automatic/automatic-mail.ts';
import { isMachine } from '../message/automatic/machine-address.ts';
import { type Field, fields, fieldValue, headerEnd } from '../message/header.ts';
import { noticeStatus } from './notice-texts.ts';

/** A message to one of our return addresses. */
export type ReturnedMail =
  /**
   * A permanent failure. `hasCode`: the notice has a status of class 5; otherwise `enhanced` is our own choice. `head`:
   * the fields of the original message that may be shown; empty if not found. `recipient`: the recipient in the notice,
   * which may be an address behind the one the sender wrote; empty if the notice names none.
   */
  | { kind: 'failed'; enhanced: string; hasCode: boolean; head: Buffer; recipient: string }
  /** A report of something else: a delay, a delivery, a receipt, a complaint. */
  | { kind: 'report'; why: string }
  /**
   * The answer of an automatic responder. Includes every unrecognised message from the null sender, because a program
   * sent it.
   */
  | { kind: 'answer' }
  /** Mail from a person, or a report that is not from the null sender. */
  | { kind: 'other' };

/** RFC 3464 2.1, RFC 6533 5. */
const STATUS_TYPES = ['message/delivery-status', 'message/global-delivery-status'];
/** Fields that the original sender wrote; others may reveal the destination. */
const SHOWN = new Set(['from', 'to', 'cc', 'reply-to', 'subject', 'date', 'message-id', 'in-reply-to', 'references']);

/**
 * Reads mail to a return address. A message is a failure only on evidence: a report with Action failed (RFC 3464
 * 2.3.3), X-Failed-Recipients, or a notice of a known program with a status; and only from the null sender (RFC 5321
 * 4.5.5). Only the class and code of a failure are used, because its text names the inbox. `start` is the beginning of
 * the message with its header; `hostname` identifies our Received field in it.
 */
export function readReturnedMail(start: Buffer, sender: string, hostname: string): ReturnedMail {
  const head = start.subarray(0, headerEnd(start));
  const mark = automaticMark(head);
  if (sender !== '') {
    const isAnswer = mark?.kind === 'automatic-answer' || mark?.kind === 'calendar-answer';
    return { kind: isAnswer ? 'answer' : 'other' };
  }
  const text = start.toString('latin1', head.length);
  const status = isDeliveryStatus(head) ? deliveryStatusIn(text) : '';
  const recipients = status.split(/\r\n[ \t]*\r\n/).map((group) => ({ group, action: actionIn(group) }));
  const action = recipients.find((one) => one.action !== '')?.action;
  // A report may name several recipients (RFC 3464 2.1), and only some may have failed.
  const failure = recipients.find((one) => one.action === 'failed')?.group;
  const failed = (code: string | null, recipient: string): ReturnedMail => ({
    kind: 'failed',
    enhanced: code?.replace(/^4/, '5') ?? '5.0.0',
    hasCode: code?.startsWith('5') ?? false,
    head: originalHead(start, hostname),
    recipient,
  });

  if (failure !== undefined) return failed(statusIn(failure), recipientIn(failure));
  if (action !== undefined) return { kind: 'report', why: `action ${action}` };
  const recipient = failedRecipient(head);
  if (recipient !== null) return failed(noticeStatus(text, { isKnown: true })?.enhanced ?? null, recipient);
  const notice = isFromMachine(head) ? noticeStatus(text) : null;
  if (notice) return failed(notice.enhanced, '');
  const isReport = mark?.kind === 'delivery-report' || mark?.kind === 'disposition-notification';
  return isReport ? { kind: 'report', why: `${mark.kind} (${mark.field})` } : { kind: 'answer' };
}

function valueIn(head: Buffer, name: string): string | null {
  const field = fields(head).find((candidate) => candidate.name === name);
  return field ? fieldValue(head, field) : null;
}

function isDeliveryStatus(head: Buffer): boolean {
  const type = (valueIn(head, 'content-type') ?? '').slice(0, 4096);
  return /^multipart\/report\b/i.test(type) && /report-type\s*=\s*"?delivery-status/i.test(type);
}

/** Returns the unfolded fields of a report, up to the next part. */
function deliveryStatusIn(text: string): string {
  const lines: string[] = [];
  for (const line of text.split('\r\n')) {
    const continued = /^[ \t]/.test(line) ? line.trimStart() : '';
    if (continued === '') lines.push(line);
    else lines.push(`${lines.pop() ?? ''} ${continued}`);
  }
  const start = lines.findIndex(isStatusType);
  if (start < 0) return '';
  const end = lines.findIndex((line, at) => at > start && line.startsWith('--'));
  return lines.slice(start, end < 0 ? lines.length : end).join('\r\n');
}

function isStatusType(line: string): boolean {
  const [name = '', value = ''] = line.slice(0, 200).toLowerCase().split(':', 2);
  return name === 'content-type' && STATUS_TYPES.some((type) => value.trimStart().startsWith(type));
}

/** Returns the action for one recipient in lower case; empty if absent. */
function actionIn(group: string): string {
  return /^action:[ \t]*([a-z]+)/im.exec(group)?.[1]?.toLowerCase() ?? '';
}

/**
 * Returns the recipient in X-Failed-Recipients (Exim and Gmail); empty if the field names several, null if it is
 * absent.
 */
function failedRecipient(head: Buffer): string | null {
  const value = valueIn(head, 'x-failed-recipients');
  if (value === null) return null;
  return /^[^\s<>,]{3,300}$/.test(value) ? value : '';
}

function isFromMachine(head: Buffer): boolean {
  return [...addressesIn((valueIn(head, 'from') ?? '').slice(0, 4096))].some(isMachine);
}

/**
 * Returns the status of a report; null if it has none. Exim always writes 5.0.0 and puts the other server's code into
 * Diagnostic-Code.
 */
function statusIn(status: string): string | null {
  const code = /^status:[ \t]*([45]\.\d{1,3}\.\d{1,3})\b/im.exec(status)?.[1] ?? null;
  if (code !== null && code !== '5.0.0') return code;
  return /^diagnostic-code:[ \t]*smtp;[ \t]*5\d\d[ -](5\.\d{1,3}\.\d{1,3})(?!\S)/im.exec(status)?.[1] ?? code;
}

/** Returns the recipient in a report, preferring Original-Recipient, which the sender wrote (RFC 3464 2.3.1). */
function recipientIn(status: string): string {
  let final = '';
  for (const line of status.split('\r\n')) {
    const [, kind = '', value = ''] = /^(original|final)-recipient:(.{0,300})$/i.exec(line) ?? [];
    const type = value.indexOf(';');
    const address = value
      .slice(type + 1)
      .trim()
      .replace(/^<|>$/g, '');
    if (type < 0 || address.length < 3 || /[\s<>]/.test(address)) continue;
    if (kind.toLowerCase() === 'original') return address;
    final ||= address;
  }
  return final;
}

/** Returns the header as the sender sent it: the part below our Received field in the returned copy. */
function originalHead(message: Buffer, hostname: string): Buffer {
  const marks = [`\r\n\tby ${hostname} with `, `\r\nReceived: by ${hostname} with `];
  const mark = marks.map((text) => message.indexOf(text)).find((at) => at >= 0) ?? -1;
  if (mark < 0) return Buffer.alloc(0);
  const rest = message.subarray(mark + 2);
  const returned = rest.subarray(0, headerEnd(rest));
  // The first "field" is the rest of our Received field.
  const shown = fields(returned)
    .slice(1)
    .filter((field: Field) => SHOWN.has(field.name));
  return Buffer.concat(shown.map((field) => returned.subarray(field.start, field.end)));
}
