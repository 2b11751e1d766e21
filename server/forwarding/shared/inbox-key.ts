import { domainOf } from '../../../contract/addresses.ts';

const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/**
 * The inbox behind an address, as far as everybody knows: case folded, `+tag` dropped, Gmail's dots ignored. For limits
 * only; mail is always sent to the address as written.
 */
export function inboxKey(address: string): string {
  const lower = address.toLowerCase();
  const domain = domainOf(lower);
  const plain = lower.slice(0, lower.lastIndexOf('@')).replace(/\+.*$/, '');
  const local = plain === '' ? lower.slice(0, lower.lastIndexOf('@')) : plain;
  return DOTLESS.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}
