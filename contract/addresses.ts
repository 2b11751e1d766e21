import * as z from 'zod/mini';

/** RFC 5321 4.5.3.1 limits: local part 64 octets, whole path 254 octets without the angle brackets. */
const DOT_ATOM = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/**
 * Parses one plain ASCII mailbox (RFC 5321 4.1.2, dot-atom only). Returns it with the domain in lower case and the local
 * part unchanged, or null. Rejects quoted local parts, lists, comments, address literals and Unicode look-alikes.
 */
export function parseAddress(text: string): string | null {
  const value = text.trim();
  if (value.length > 254) return null;
  const at = value.lastIndexOf('@');
  if (at === -1) return null;
  const local = value.slice(0, at);
  const domain = value.slice(at + 1).toLowerCase();
  if (local.length > 64 || !DOT_ATOM.test(local)) return null;
  const labels = domain.split('.');
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label))) return null;
  // A top-level domain is never all digits (RFC 3696 2): such a domain is an IPv4 address.
  if (/\.\d+$/.test(domain)) return null;
  return `${local}@${domain}`;
}

/** Returns the part after the @ of a parsed address. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

const INVALID = 'Please enter a valid email address';

/** A mailbox in a request. Forms use the same schema, so they show the same message. */
export const emailAddress = z.pipe(z.string().check(z.maxLength(320, INVALID)), z.transform(parseOrReport));

/** A mailbox in a request, or null for a blank value. */
export const emailAddressOrNone = z.pipe(
  z.nullable(z.string().check(z.maxLength(320, INVALID))),
  z.transform((text: string | null, context) => (text?.trim() ? parseOrReport(text, context) : null)),
);

function parseOrReport(text: string, context: z.core.ParsePayload): string {
  const parsed = parseAddress(text);
  if (parsed !== null) return parsed;
  context.issues.push({ code: 'custom', message: INVALID, input: text });
  return z.NEVER;
}
