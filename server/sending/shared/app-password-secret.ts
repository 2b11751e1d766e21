import { randomBytes } from 'node:crypto';
import { hashToken } from '../../platform/crypto/secrets.ts';

/** Base32 of RFC 4648 in lower case: no character looks like another, and mail programs accept all of them in a password. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const GROUPS = 5;
const GROUP_LENGTH = 6;
/** A longer text cannot be one of our passwords, however it is spaced. */
const MAX_TYPED = 200;

/** Returns a new app password: 150 random bits as five groups of six characters, joined by hyphens. */
export function createAppPassword(): string {
  // 256 is a multiple of 32, so that the remainder has no bias.
  const characters = [...randomBytes(GROUPS * GROUP_LENGTH)].map((byte) => ALPHABET[byte % 32]);
  const groups = Array.from({ length: GROUPS }, (_, at) =>
    characters.slice(at * GROUP_LENGTH, (at + 1) * GROUP_LENGTH),
  );
  return groups.map((group) => group.join('')).join('-');
}

/**
 * Returns the hash that the database stores in place of an app password. The password may be typed in any case, with or
 * without spaces and hyphens. A fast hash is enough, because for a random password there are no likely guesses.
 */
export function hashAppPassword(typed: string): Buffer {
  return hashToken(typed.length > MAX_TYPED ? '' : typed.toLowerCase().replace(/[\s-]/g, ''));
}
