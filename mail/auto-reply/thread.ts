import { fields, fieldValue } from '../message/header.ts';

/** One message id of printable ASCII (RFC 5322 3.6.4). */
const MESSAGE_ID = /^<[\x21-\x3b\x3d\x3f-\x7e]{1,250}>$/;
const MAX_REFERENCES = 10;
/** Number of bytes read from the end of References, where the newest messages are. */
const MAX_VALUE = 4096;

/** The messages that a reply refers to; empty if the original has no valid id. */
export interface Thread {
  inReplyTo: string;
  references: string[];
}

/** Returns In-Reply-To and References for a reply to a message (RFC 5322 3.6.4, RFC 5230 5.8). */
export function threadOf(head: Buffer): Thread {
  const [id = '', another] = valuesOf(head, 'message-id');
  if (another !== undefined || !isMessageId(id)) return { inReplyTo: '', references: [] };
  const [earlier = ''] = valuesOf(head, 'references');
  const ids = earlier
    .slice(-MAX_VALUE)
    .split(/[ \t]+/)
    .filter((one) => isMessageId(one) && one !== id);
  return { inReplyTo: id, references: [...ids.slice(1 - MAX_REFERENCES), id] };
}

function isMessageId(text: string): boolean {
  return MESSAGE_ID.test(text) && text.indexOf('@') > 1 && text.indexOf('@') === text.lastIndexOf('@');
}

function valuesOf(head: Buffer, wanted: string): string[] {
  return fields(head)
    .filter(({ name }) => name === wanted)
    .map((field) => fieldValue(head, field));
}
