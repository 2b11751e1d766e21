import { type Field, fields, fieldValue, headerEnd } from '../message/header.ts';

/** What came back to one of our return addresses. */
export type ReturnedMessage =
  /** A failure; `head` has what may be shown of the message it is about, '' long when that is not found. */
  | { kind: 'failed'; enhanced: string; head: Buffer }
  /** No failure: a delay, a receipt, an automatic reply. Nobody is told. */
  | { kind: 'other'; why: string };

/** Fields of a returned message that its sender wrote himself; the rest may speak of the destination. */
const SHOWN = new Set(['from', 'to', 'cc', 'reply-to', 'subject', 'date', 'message-id', 'in-reply-to', 'references']);

/**
 * Reads a message that came to a return address from the null sender. Only its class and code count: its words name
 * the inbox. `start` is the beginning of the message, header included; `hostname` finds our own trace in it.
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

/** The status of a report; Exim's is always 5.0.0, and what the next server had said stands below it. */
function statusIn(text: string): string {
  const status = /^status:[ \t]*(5\.\d{1,3}\.\d{1,3})\b/im.exec(text)?.[1] ?? '5.0.0';
  if (status !== '5.0.0') return status;
  return /^diagnostic-code:[ \t]*smtp;[ \t]*5\d\d[ -](5\.\d{1,3}\.\d{1,3})(?!\S)/im.exec(text)?.[1] ?? status;
}

/** The header below our Received line in the returned copy: that is what the sender had sent. */
function originalHead(message: Buffer, hostname: string): Buffer {
  const mark = message.indexOf(`\r\n\tby ${hostname} with `);
  if (mark < 0) return Buffer.alloc(0);
  const rest = message.subarray(mark + 2);
  const returned = rest.subarray(0, headerEnd(rest));
  // The first "field" is the remainder of our own line.
  const shown = fields(returned)
    .slice(1)
    .filter((field: Field) => SHOWN.has(field.name));
  return Buffer.concat(shown.map((field) => returned.subarray(field.start, field.end)));
}
