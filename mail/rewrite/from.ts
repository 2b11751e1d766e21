import type { Author } from '../message/authentication-result.ts';
import { fields } from '../message/header.ts';
import { phrase, plainName } from '../message/mailbox.ts';

/**
 * Replaces the From address by `address` and adds `via` to the display name. If there is no Reply-To, adds one with the
 * original From: replies then reach the author.
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
  // Replaces @ because the display name must not imitate an address.
  return plainName(name.replaceAll('@', ' at ') || (addresses[0] ?? '').replace('@', ' at '));
}
