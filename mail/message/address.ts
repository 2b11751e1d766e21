import { domainToASCII } from 'node:url';

/** Converts a domain to lower-case ASCII (IDNA); '' if it is invalid. */
export function asciiDomain(domain: string): string {
  if (domain.startsWith('[')) return domain.toLowerCase();
  // The conversion is slow and most domains do not need it.
  if (/^[a-z0-9.-]*[a-z]$/.test(domain) && !domain.includes('xn--')) return domain;
  return domainToASCII(domain);
}

/** Splits an addr-spec at the last @; null if a part is missing. */
export function splitAddress(address: string): { local: string; domain: string } | null {
  const at = address.lastIndexOf('@');
  if (at < 1 || at === address.length - 1) return null;
  return { local: address.slice(0, at), domain: address.slice(at + 1) };
}

/** Converts the domain of an address to ASCII and keeps the local part (RFC 5321 2.4). */
export function normalAddress(address: string): string {
  const parts = splitAddress(address);
  // An invalid domain is kept because the bounce must show it as the sender wrote it.
  return parts ? `${parts.local}@${asciiDomain(parts.domain) || parts.domain}` : address;
}

const DOT_ATOM = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;

/** Returns whether a local part needs no quotes and is ASCII (RFC 5321 4.1.2, Dot-string). */
export function isDotAtom(local: string): boolean {
  return DOT_ATOM.test(local);
}

/** Returns whether an address has non-ASCII characters. */
export function isInternational(address: string): boolean {
  for (let i = 0; i < address.length; i++) if (address.charCodeAt(i) > 127) return true;
  return false;
}

/** Returns whether `domain` is one of `domains` or one of their subdomains; all in lower case. */
export function isDomainIn(domain: string, domains: Iterable<string>): boolean {
  for (const one of domains) if (domain === one || domain.endsWith(`.${one}`)) return true;
  return false;
}
