import { splitAddress } from '../message/address.ts';

/** Domains of Gmail, where dots and everything from a + are insignificant, and which sends from the plain form. */
const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/** Whether two addresses are the same inbox, as far as that is certain. */
export function isSameInbox(one: string, other: string): boolean {
  return canonical(one) === canonical(other);
}

function canonical(address: string): string {
  const lower = address.toLowerCase();
  const parts = splitAddress(lower);
  if (!parts || !GMAIL.has(parts.domain)) return lower;
  return `${parts.local.replace(/\+.*$/s, '').replaceAll('.', '')}@gmail.com`;
}
