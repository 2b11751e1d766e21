import { SmtpReplyError } from '../message/smtp-reply-error.ts';

/** Commands that bring no message nearer. */
export const IDLE = new Set(['NOOP', 'RSET', 'VRFY', 'HELP', 'HELO', 'EHLO']);

/** Commands that are known to the RFCs and not to us (RFC 5321 4.2.4). */
const UNKNOWN = new Set(['EXPN', 'AUTH', 'BDAT', 'TURN', 'ATRN', 'ETRN', 'SEND', 'SOML', 'SAML']);

/** Commands that stand alone (RFC 5321 4.1.1). */
const ALONE = new Set(['DATA', 'RSET', 'QUIT']);

/** Parameters that we announce; RFC 5321 4.1.1.11 asks for 555 at any other. */
const MAIL_PARAMETERS = new Set(['SIZE', 'BODY', 'SMTPUTF8']);

/** Longest path without its angle brackets (RFC 5321 4.5.3.1.3). */
const LONGEST_PATH = 254;

export interface Envelope {
  /** Empty for the null sender. */
  address: string;
  args: Record<string, string | true> | false;
  duplicate?: string;
}

export function verbOf(command: Buffer): string {
  return (command.toString('latin1').split(' ', 1)[0] ?? '').toUpperCase();
}

/** What is wrong with a command before anything is looked up, or null. */
export function fault(verb: string, command: Buffer): SmtpReplyError | null {
  if (UNKNOWN.has(verb)) return new SmtpReplyError(502, '5.5.1', `${verb} is not offered here`);
  if (ALONE.has(verb) && command.toString().trim().length > verb.length) {
    return new SmtpReplyError(501, '5.5.4', `${verb} takes no parameters`);
  }
  if (verb !== 'MAIL' && verb !== 'RCPT') return null;
  const envelope = parseEnvelope(command);
  if (!envelope) return null;
  if (Buffer.byteLength(envelope.address) > LONGEST_PATH) {
    return new SmtpReplyError(501, verb === 'MAIL' ? '5.1.7' : '5.1.3', 'Path too long');
  }
  const strange = Object.keys(envelope.args || {}).some((name) => verb === 'RCPT' || !MAIL_PARAMETERS.has(name));
  if (!strange) return null;
  const known = verb === 'MAIL' ? [...MAIL_PARAMETERS].join(', ') : 'none';
  return new SmtpReplyError(555, '5.5.4', `Parameter not known: ${verb} takes ${known}`);
}

/** Name, source route, address, parameters (RFC 5321 4.1.2, appendix C); looser than the RFC in what a local part is. */
const ADDRESSED =
  /^(?:mail from|rcpt to)\s*:\s*<(?:@[^\s,:@<>]+(?:,@[^\s,:@<>]+)*:)?((?:"(?:[^"\\]|\\.)*"|[^\s<>@"][^\s<>@]*)@[^\s<>@]+|postmaster|)>(?:\s+(.*))?$/is;

/** Control characters and those that are not seen: they have no place in an address, and would deceive its readers. */
const UNSAFE = /[\p{Cc}\u200b\u2060\ufeff]/u;

/** Reads MAIL FROM or RCPT TO; null when it is none. A source route is left out, quotes stay. */
export function parseEnvelope(command: Buffer): Envelope | null {
  const text = command.toString();
  const [, address, rest = ''] = ADDRESSED.exec(text.trimEnd()) ?? [];
  if (address === undefined || UNSAFE.test(address)) return null;
  if (address.toLowerCase() === 'postmaster' && /^mail/i.test(text)) return null;
  const args: Record<string, string | true> = Object.create(null);
  let duplicate: string | undefined;
  for (const parameter of rest.split(/\s+/).filter(Boolean)) {
    if (UNSAFE.test(parameter)) return null;
    const [name = '', ...value] = parameter.split('=');
    const key = name.toUpperCase();
    if (key in args) duplicate = key;
    args[key] = value.join('=') || true;
  }
  return { address, args: Object.keys(args).length > 0 && args, ...(duplicate !== undefined && { duplicate }) };
}
