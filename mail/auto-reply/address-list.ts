import { asciiDomain, splitAddress } from '../message/address.ts';
import { addressesIn } from '../message/address-list.ts';
import { fields, fieldValue } from '../message/header.ts';

/** Larger address fields belong to mass mail, which gets no automatic reply. */
const MAX_LENGTH = 64 * 1024;
/** RFC 5230 4.5 */
const ADDRESS_FIELDS = new Set(['to', 'cc', 'resent-to', 'resent-cc']);

/** Returns whether To or Cc names the recipient `local@domain`, with or without a `+tag`. `local` is in lower case. */
export function isAddressedTo(head: Buffer, local: string, domain: string): boolean {
  const found = fields(head).filter(({ name }) => ADDRESS_FIELDS.has(name));
  if (found.reduce((sum, { start, end }) => sum + end - start, 0) > MAX_LENGTH) return false;
  const wanted = withoutTag(local);
  for (const field of found) {
    for (const address of addressesIn(fieldValue(head, field))) {
      const parts = splitAddress(address);
      if (!parts || withoutTag(unquoted(parts.local).toLowerCase()) !== wanted) continue;
      if (asciiDomain(parts.domain.toLowerCase()) === domain) return true;
    }
  }
  return false;
}

/** Returns a local part without its `+tag`. */
export function withoutTag(local: string): string {
  const plus = local.indexOf('+');
  return plus < 1 ? local : local.slice(0, plus);
}

function unquoted(local: string): string {
  return /^"[^"\\]*"$/.test(local) ? local.slice(1, -1) : local;
}
