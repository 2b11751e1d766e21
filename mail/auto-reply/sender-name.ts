/** Longest sender name in a reply, in characters. */
const MAX_LENGTH = 60;
/** Limits the cost; real display names are much shorter. */
const MAX_READ = 1000;

/**
 * Returns the display name of a sender for use in our own text: without control and direction characters, addresses, links,
 * encoded words (RFC 2047) and brackets. Empty if no letter is left.
 */
export function cleanSenderName(name: string): string {
  const words = name
    .slice(0, MAX_READ)
    // Full-width and other compatibility forms could hide an @ or a dot.
    .normalize('NFKC')
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[<>{}[\]"\\|`]+/g, ' ')
    .split(' ')
    .filter((word) => !isAddressOrLink(word));
  const text = [...words.join(' ').trim().replace(/ {2,}/g, ' ')].slice(0, MAX_LENGTH).join('').trim();
  return /\p{L}/u.test(text) ? text : '';
}

function isAddressOrLink(word: string): boolean {
  if (/[@/\\]|=\?|^(?:www|https?|mailto|ftp|javascript|data|tel)[.:。]/i.test(word)) return true;
  // Mail programs turn a domain name into a link.
  return /[\p{L}\p{N}][.。｡]\p{L}{2,}/u.test(word);
}
