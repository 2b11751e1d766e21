import { type Field, fields } from '../message/header.ts';
import { isForgedAuthenticationResults } from './authentication-results.ts';
import { DMARC_FAILURE_HEADER } from './dmarc-failure-header.ts';

/**
 * A header without the results that others forge under our names (RFC 8601 5), and without marks that only we put on;
 * the same bytes where there are none.
 */
export function stripForgedHeaders(head: Buffer, ownNames: string[]): Buffer {
  const forged = [...isForgedAuthenticationResults(head, ownNames), ...marksIn(head)].sort((a, b) => a.start - b.start);
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

function marksIn(head: Buffer): Field[] {
  return fields(head).filter(({ name }) => name === DMARC_FAILURE_HEADER);
}
