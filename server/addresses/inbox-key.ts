import { domainOf } from '../../contract/addresses.ts';

const IGNORES_DOTS = new Set(['gmail.com', 'googlemail.com']);

/**
 * Returns the inbox behind an address as far as that is publicly known: in lower case, without `+tag`, and without
 * Gmail's dots. Use it for limits only; mail is always sent to the address as written.
 */
export function inboxKey(address: string): string {
  const lower = address.toLowerCase();
  const domain = domainOf(lower);
  const plain = lower.slice(0, lower.lastIndexOf('@')).replace(/\+.*/, '');
  const local = plain === '' ? lower.slice(0, lower.lastIndexOf('@')) : plain;
  return IGNORES_DOTS.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}
