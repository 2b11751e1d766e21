import { fields } from '../message/header.ts';
import { forgedAuthenticationResults } from './authentication-results.ts';
import { DMARC_FAILURE_HEADER } from './dmarc-failure-header.ts';

/**
 * Removes Authentication-Results fields that carry our names (RFC 8601 5) and fields that only this server adds.
 * Returns the same buffer if there are no such fields.
 */
export function stripForgedHeaders(head: Buffer, ownNames: string[]): Buffer {
  const results = new Set(forgedAuthenticationResults(head, ownNames));
  const forged = fields(head).filter((field) => results.has(field) || field.name === DMARC_FAILURE_HEADER);
  if (forged.length === 0) return head;
  const parts: Buffer[] = [];
  let from = 0;
  for (const field of forged) {
    parts.push(head.subarray(from, field.start));
    from = field.end;
  }
  parts.push(head.subarray(from));
  return Buffer.concat(parts);
}
