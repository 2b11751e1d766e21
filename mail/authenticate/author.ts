import { fields } from '../header.ts';

/**
 * Whether a message names its author the way everything after us relies on: exactly one From field (RFC 5322 3.6).
 * With none or several, what DMARC judged and what the reader sees need not be the same.
 */
export function hasOneAuthor(head: Buffer): boolean {
  return fields(head).filter((field) => field.name === 'from').length === 1;
}
