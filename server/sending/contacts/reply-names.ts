import { randomBytes } from 'node:crypto';
import { DAY } from '../../../contract/time.ts';

/** RFC 4648 base32 in lower case. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const LENGTH = 26;
const YEAR = 365 * DAY;

/** Returns the random part of a new reply address: 130 bits. */
export function newReplyName(): string {
  // 256 is a multiple of 32, so that the remainder has no bias.
  return [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % 32]).join('');
}

/** Returns whether the local part of an address has the form of a reply address, which is longer than any handle. */
export function isReplyName(local: string): boolean {
  return /^reply-[a-z2-7]{26}$/.test(local);
}

/** Returns the time a year ago: a reply address that was last used earlier has expired. */
export function replyNamesExpiredBefore(now: Date): Date {
  return new Date(now.getTime() - YEAR);
}
