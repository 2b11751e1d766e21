import { isInternational, normalAddress, splitAddress } from '../../message/address.ts';
import type { OutgoingMessage } from '../../message/outgoing-message.ts';
import { SmtpFailure } from './smtp-failure.ts';

/** Returns the MAIL and RCPT commands. Throws an SmtpFailure if the server lacks an extension or its SIZE is exceeded. */
export function envelopeCommands(
  message: OutgoingMessage,
  extensions: ReadonlyMap<string, string>,
): [mail: string, rcpt: string] {
  const [from, to] = [toWireAddress(message.from), toWireAddress(message.to)];
  if (!splitAddress(to) || /[\r\n\0]/.test(from + to))
    throw localRejection(553, '5.1.3', 'The recipient address is not valid');
  const utf8 = message.utf8 || isInternational(from) || isInternational(to);
  if (utf8 && !extensions.has('SMTPUTF8')) throw localRejection(550, '5.6.7', 'The server does not offer SMTPUTF8');
  const maxSize = Number(extensions.get('SIZE') ?? 0);
  if (maxSize > 0 && message.body.size > maxSize)
    throw localRejection(552, '5.3.4', `The server accepts at most ${maxSize} octets`);
  const parameters = [
    extensions.has('SIZE') ? ` SIZE=${message.body.size}` : '',
    extensions.has('8BITMIME') ? ' BODY=8BITMIME' : '',
    utf8 ? ' SMTPUTF8' : '',
  ];
  return [`MAIL FROM:<${from}>${parameters.join('')}`, `RCPT TO:<${to}>`];
}

/** Converts an international domain to ASCII, for which the server need not support SMTPUTF8. */
function toWireAddress(address: string): string {
  return isInternational(address) ? normalAddress(address) : address;
}

/** Creates a rejection decided by this server, in the form of a reply. */
function localRejection(code: number, enhanced: string, text: string): SmtpFailure {
  const line = `${code} ${enhanced} ${text}`;
  return new SmtpFailure('mail', line, { code, text: line, lines: [`${enhanced} ${text}`] }, true);
}
