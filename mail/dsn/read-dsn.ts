import { type Field, fields, fieldValue, headerEnd } from '../message/header.ts';

/** A message to one of our return addresses. */
export type ReturnedMessage =
  /**
   * A failure; `head` has the fields that may be shown of the original message, empty if not found. `recipient`: the one the
   * report names, which may be an address behind the one the sender wrote; empty if none exists.
   */
  | { kind: 'failed'; enhanced: string; head: Buffer; recipient: string }
  /** Not a failure: a delay, a receipt, an automatic reply. It is ignored. */
  | { kind: 'other'; why: string };

/** Fields that the original sender wrote; others may reveal the destination. */
const SHOWN = new Set(['from', 'to', 'cc', 'reply-to', 'subject', 'date', 'message-id', 'in-reply-to', 'references']);

/**
 * Reads a bounce. Only its class and code are used, because its text names the inbox. `start` is the beginning of the
 * message with its header; `hostname` identifies our Received field in it.
 */
export function readDsn(start: Buffer, hostname: string): ReturnedMessage {
  const head = start.subarray(0, headerEnd(start));
  const all = fields(head);
  const value = (name: string) => {
    const field = all.find((candidate) => candidate.name === name);
    return field ? fieldValue(head, field).toLowerCase() : '';
  };
  const type = value('content-type');
  const text = start.toString('latin1', head.length);
  const failed = (): ReturnedMessage => ({
    kind: 'failed',
    enhanced: statusIn(text),
    head: originalHead(start, hostname),
    recipient: recipientIn(text),
  });

  if (type.startsWith('multipart/report')) {
    if (!/report-type\s*=\s*"?delivery-status/.test(type)) return { kind: 'other', why: 'a report, not of delivery' };
    const actions = [...text.matchAll(/^action:[ \t]*([a-z]+)/gim)].map((match) => match[1]?.toLowerCase());
    if (actions.length > 0 && !actions.includes('failed')) return { kind: 'other', why: `action ${actions[0]}` };
    return failed();
  }
  if (all.some((field) => field.name === 'x-failed-recipients')) return failed();
  const submitted = value('auto-submitted');
  if (submitted !== '' && submitted !== 'no') return { kind: 'other', why: 'an automatic reply' };
  if (/^(bulk|list|junk|auto_reply)/.test(value('precedence'))) return { kind: 'other', why: 'bulk mail' };
  return failed();
}

/** The status of a report. Exim's is always 5.0.0; the next server's code is in Diagnostic-Code. */
function statusIn(text: string): string {
  const status = /^status:[ \t]*(5\.\d{1,3}\.\d{1,3})\b/im.exec(text)?.[1] ?? '5.0.0';
  if (status !== '5.0.0') return status;
  return /^diagnostic-code:[ \t]*smtp;[ \t]*5\d\d[ -](5\.\d{1,3}\.\d{1,3})(?!\S)/im.exec(text)?.[1] ?? status;
}

/** The recipient of a report: Original-Recipient, which the sender wrote, if present (RFC 3464 2.3.1). */
function recipientIn(text: string): string {
  let final = '';
  for (const line of text.split('\r\n')) {
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

/** The header below our Received field in the returned copy, as the sender sent it. */
function originalHead(message: Buffer, hostname: string): Buffer {
  const marks = [`\r\n\tby ${hostname} with `, `\r\nReceived: by ${hostname} with `];
  const mark = marks.map((text) => message.indexOf(text)).find((at) => at >= 0) ?? -1;
  if (mark < 0) return Buffer.alloc(0);
  const rest = message.subarray(mark + 2);
  const returned = rest.subarray(0, headerEnd(rest));
  // The first "field" is the rest of our own Received field.
  const shown = fields(returned)
    .slice(1)
    .filter((field: Field) => SHOWN.has(field.name));
  return Buffer.concat(shown.map((field) => returned.subarray(field.start, field.end)));
}
