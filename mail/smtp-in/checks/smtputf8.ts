import { isInternational, splitAddress } from '../../message/address.ts';
import { SmtpReplyError } from '../../message/smtp-reply-error.ts';
import type { Envelope } from '../session.ts';

/**
 * Rejects a non-ASCII address without SMTPUTF8 (RFC 6531 3.2). Checks only the local part, because the client may have
 * sent the domain in ASCII.
 */
export function checkSmtpUtf8(address: string, { utf8 }: Pick<Envelope, 'utf8'>): SmtpReplyError | null {
  const local = splitAddress(address)?.local ?? address;
  if (!isInternational(local) || utf8) return null;
  return new SmtpReplyError(553, '5.6.7', 'An address outside ASCII requires SMTPUTF8');
}
