import { isIP } from 'node:net';
import { asciiDomain, splitAddress } from '../../message/address.ts';
import { SmtpReplyError } from '../../message/smtp-reply-error.ts';

/** A quoted string, or atoms and dots in any order: such addresses exist, although RFC 5321 4.1.2 excludes some. */
const LOCAL_PART = /^(?:"(?:[^"\\]|\\.)*"|[a-z0-9!#$%&'*+/=?^_`{|}~.\u0080-\u{10ffff}-]+)$/iu;

/** Labels of letters, digits, hyphens and underscores, the last one with a letter (RFC 1123 2.1). */
const DOMAIN =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*(?=[^.]*[a-z])[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Returns a recipient of submitted mail with its domain in ASCII; `ours` is our domain. Throws SmtpReplyError for an
 * address that cannot receive mail, and for an IP address, which could be inside our network.
 */
export function remoteAddress(address: string, ours: string): string {
  const parts = splitAddress(address.toLowerCase() === 'postmaster' ? `postmaster@${ours}` : address);
  if (!parts || !LOCAL_PART.test(parts.local)) {
    throw new SmtpReplyError(553, '5.1.3', 'The recipient address is not valid, please check it');
  }
  const domain = asciiDomain(parts.domain);
  if (domain.startsWith('[') || isIP(domain) !== 0) {
    throw new SmtpReplyError(550, '5.1.2', 'Mail to an IP address is not accepted, please use a domain');
  }
  if (!DOMAIN.test(domain) || (!domain.includes('.') && domain !== ours)) {
    throw new SmtpReplyError(550, '5.1.2', 'The domain of the recipient is not valid, please check it');
  }
  return `${parts.local}@${domain}`;
}
