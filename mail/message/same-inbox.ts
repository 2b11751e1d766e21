import { domainToASCII, domainToUnicode } from 'node:url';
import { splitAddress } from './address.ts';

/** Domains of Gmail, which ignores dots and everything from a +, and sends from the plain form. */
const GMAIL = ['gmail.com', 'googlemail.com'];
/** The longest local part (RFC 5321 4.5.3.1.1), which bounds the search for a tag. */
const MAX_TAG = 64;

/** Returns whether two addresses certainly belong to the same inbox. */
export function isSameInbox(one: string, other: string): boolean {
  return canonical(one) === canonical(other);
}

function canonical(address: string): string {
  const lower = address.toLowerCase();
  const parts = splitAddress(lower);
  return parts && GMAIL.includes(parts.domain) ? `${plainLocal(parts)}@gmail.com` : lower;
}

/**
 * Returns the local part without the parts that readers can assume its provider ignores: the tag, and at Gmail the
 * dots.
 */
function plainLocal({ local, domain }: { local: string; domain: string }): string {
  const plain = local.replace(/\+.*/s, '');
  return GMAIL.includes(domain) ? plain.replaceAll('.', '') : plain;
}

/**
 * Returns whether an address reveals an inbox to a reader: it is the same address, possibly with another tag, which
 * most providers ignore. At other providers such addresses may belong to two people, so use this only where an inbox
 * must stay hidden.
 */
export function showsInbox(address: string, inbox: string): boolean {
  const [one, other] = [splitAddress(address.toLowerCase()), splitAddress(inbox.toLowerCase())];
  if (!one || !other || plainLocal(one) !== plainLocal(other)) return false;
  return domainsOf(one.domain).includes(other.domain);
}

/**
 * Returns the domains at which the same local part is the same inbox, including all spellings of an international
 * domain.
 */
export function domainsOf(domain: string): string[] {
  const same = GMAIL.includes(domain) ? GMAIL : [domain, domainToASCII(domain), domainToUnicode(domain)];
  return [...new Set(same.filter((one) => one !== ''))];
}

/**
 * Returns the source of a pattern that finds in lower-case text the addresses that `showsInbox` matches. Each match
 * attempt reads at most one local part. An invalid `address` is found as written.
 */
export function inboxPattern(address: string): string {
  const parts = splitAddress(address);
  const local = parts ? plainLocal(parts) : '';
  if (!parts || local === '') return escapePattern(address);
  const dots = GMAIL.includes(parts.domain) ? '\\.?' : '';
  const letters = [...local].map(escapePattern).join(dots);
  const domains = domainsOf(parts.domain).map(escapePattern).join('|');
  return `${letters}${dots}(?:\\+[^\\s@<>"]{0,${MAX_TAG}})?@(?:${domains})`;
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
