export const BASE32_ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** Encodes bytes as base32 (RFC 4648) in lower case without padding. The encoding is case-insensitive. */
export function base32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32_ALPHABET[(value >> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return text;
}
