import { encodeWord } from 'nodemailer/lib/mime-funcs';
import type { Author } from '../message/authentication-result.ts';
import { fields } from '../message/header.ts';

const LONGEST_NAME = 120;

/**
 * A header in which the author writes from `address`, one of ours, and answers go where they went before: Reply-To gets
 * the old From where there is none. `via` is named behind the author.
 */
export function rewriteFrom(head: Buffer, author: Author, address: string, via: string): Buffer {
  const all = fields(head);
  const from = all.find(({ name }) => name === 'from');
  if (!from) return head;
  const lines: Buffer[] = [Buffer.from(`From: ${phrase(`${nameOf(author)} via ${via}`)}\r\n <${address}>\r\n`)];
  if (!all.some(({ name }) => name === 'reply-to')) {
    const value = head.subarray(head.indexOf(58, from.start) + 1, from.end);
    lines.push(Buffer.from('Reply-To:'), value);
  }
  return Buffer.concat([head.subarray(0, from.start), ...lines, head.subarray(from.end)]);
}

function nameOf({ name, addresses }: Author): string {
  // Without an @: a name that looks like another address is what forgers write.
  const text = name.replaceAll('@', ' at ') || (addresses[0] ?? '').replace('@', ' at ');
  return text
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME);
}

/** A display name as RFC 5322 and 2047 have it. */
function phrase(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `"${text.replace(/["\\]/g, '\\$&')}"`;
  return encodeWord(text, 'B', 52).replace(/\?= =\?/g, '?=\r\n =?');
}
