import { asciiDomain, splitAddress } from './address.ts';

const REPLY_LOCAL = /^reply-[a-z2-7]{26}$/;
/** A local part that needs no quoting (RFC 5321 Dot-string, RFC 6531). */
const LOCAL = /^[^\s"<>(),:;@\\[\]\p{C}]+$/u;
const MAX_ADDRESS_LENGTH = 254;

/**
 * Returns whether a lower-case local part has the form of a reply address. No handle has this form, because handles
 * have at most 30 characters.
 */
export function isReplyLocal(local: string): boolean {
  return REPLY_LOCAL.test(local);
}

/**
 * Returns the form of an address under which its reply address is stored: in lower case, with the domain in ASCII. Null
 * if no mail can be sent to the address.
 */
export function replyableAddress(address: string): string | null {
  const parts = splitAddress(address);
  if (!parts || Buffer.byteLength(address) > MAX_ADDRESS_LENGTH || !LOCAL.test(parts.local)) return null;
  const domain = asciiDomain(parts.domain);
  return domain === '' || domain.startsWith('[') ? null : `${parts.local.toLowerCase()}@${domain.toLowerCase()}`;
}

/** Returns whether an address is a reply address at our domain, valid or not. */
export function isReplyAddress(address: string, domain: string): boolean {
  const parts = splitAddress(address.toLowerCase());
  return parts !== null && parts.domain === domain && isReplyLocal(parts.local);
}
