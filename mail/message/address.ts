import { domainToASCII } from 'node:url';

/** A domain in lower-case ASCII (IDNA), or '' when it is none. */
export function asciiDomain(domain: string): string {
  if (domain.startsWith('[')) return domain.toLowerCase();
  // Most are plain already, and the conversion is slow.
  if (/^[a-z0-9.-]*[a-z]$/.test(domain) && !domain.includes('xn--')) return domain;
  return domainToASCII(domain);
}

/** Both halves of an addr-spec, split at the last @; null when one is missing. */
export function splitAddress(address: string): { local: string; domain: string } | null {
  const at = address.lastIndexOf('@');
  if (at < 1 || at === address.length - 1) return null;
  return { local: address.slice(0, at), domain: address.slice(at + 1) };
}

/** The same mailbox with its domain in ASCII and its local part untouched (RFC 5321 2.4). */
export function normalAddress(address: string): string {
  const parts = splitAddress(address);
  // A domain that cannot be written in ASCII stays as it is: it is the sender's own mistake to see.
  return parts ? `${parts.local}@${asciiDomain(parts.domain) || parts.domain}` : address;
}

const DOT_ATOM = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;

/** Whether a local part needs no quotes and is ASCII (RFC 5321 4.1.2, Dot-string). */
export function isDotAtom(local: string): boolean {
  return DOT_ATOM.test(local);
}

/** Whether any byte of an address lies outside ASCII. */
export function isInternational(address: string): boolean {
  for (let i = 0; i < address.length; i++) if (address.charCodeAt(i) > 127) return true;
  return false;
}

/** Whether `domain` is one of `domains`, or below one of them; all in lower case. */
export function isDomainIn(domain: string, domains: Iterable<string>): boolean {
  for (const one of domains) if (domain === one || domain.endsWith(`.${one}`)) return true;
  return false;
}
