const MAX_LENGTH = 255;
/** The largest integer that databases store as a 32-bit number. */
const MAX_COUNT = 2 ** 31 - 1;

/**
 * Returns one line of a report, shortened and without control characters; empty for anything but a text or a number.
 */
export function plainText(value: unknown, max = MAX_LENGTH): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  if (value.length <= max && /^[!-~]*$/.test(value)) return value;
  return value
    .slice(0, 4 * max)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed();
}

/** Returns a count; 0 if the text has none. */
export function count(value: unknown): number {
  const number = typeof value === 'string' && /^\s*\d{1,12}\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? Math.min(number, MAX_COUNT) : 0;
}

/** Adds two counts and limits the sum to MAX_COUNT. */
export function sum(one: number, other: number): number {
  return Math.min(one + other, MAX_COUNT);
}

/**
 * Parses a date of this century, given as seconds since 1970 or in RFC 3339 form; returns null if the text is neither.
 */
export function date(value: unknown): Date | null {
  const text = plainText(value, 40);
  const parsed = new Date(/^\d{9,11}$/.test(text) ? Number(text) * 1000 : /^\d{4}-/.test(text) ? text : Number.NaN);
  const year = parsed.getUTCFullYear();
  return year >= 2000 && year < 2100 ? parsed : null;
}
