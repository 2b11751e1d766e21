import { SmtpReplyError } from '../message/smtp-reply-error.ts';

/** Commands that make no progress towards a message. */
export const IDLE_COMMANDS = new Set(['NOOP', 'RSET', 'VRFY', 'HELP', 'HELO', 'EHLO']);

/** Commands defined by RFCs that we do not implement (RFC 5321 4.2.4). AUTH is implemented only for submission. */
const NOT_IMPLEMENTED = new Set(['EXPN', 'BDAT', 'TURN', 'ATRN', 'ETRN', 'SEND', 'SOML', 'SAML']);

/** Commands that at least one service implements. */
export const KNOWN_COMMANDS = new Set([...IDLE_COMMANDS, 'MAIL', 'RCPT', 'DATA', 'STARTTLS', 'AUTH', 'QUIT']);

/** Commands without parameters (RFC 5321 4.1.1). */
const WITHOUT_PARAMETERS = new Set(['DATA', 'RSET', 'QUIT']);

/** MAIL parameters that EHLO announces; RFC 5321 4.1.1.11 requires 555 for any other. */
const MAIL_PARAMETERS = new Set(['SIZE', 'BODY', 'SMTPUTF8']);
/** The same for a service with AUTH (RFC 4954 5). */
const MAIL_PARAMETERS_WITH_AUTH = new Set([...MAIL_PARAMETERS, 'AUTH']);

/** An address in xtext (RFC 3461 4), or <>. The value is ignored: the submitter is known. */
const AUTH_PARAMETER = /^(?:<>|(?:[!-*,-<>-~]|\+[0-9A-F]{2}){1,500})$/;

/** Maximum path without its angle brackets (RFC 5321 4.5.3.1.3). */
const MAX_PATH = 254;

/** MAIL FROM or RCPT TO. */
export interface EnvelopeCommand {
  /** Empty for the null sender. */
  address: string;
  /** By name, in upper case; true for a parameter without a value. */
  parameters: Record<string, string | true>;
  /** The name of a parameter that occurs twice. */
  duplicate?: string;
}

/** Returns the command word in upper case. */
export function verbOf(command: Buffer): string {
  return (command.toString('latin1').split(' ', 1)[0] ?? '').toUpperCase();
}

/** Returns the command name for statistics: `AUTH` for all lines of its exchange, `other` for unknown commands. */
export function commandNameOf(command: Buffer, isAuth: boolean): string {
  if (isAuth) return 'AUTH';
  const verb = verbOf(command);
  return KNOWN_COMMANDS.has(verb) ? verb : 'other';
}

/** Returns the reply to a command whose syntax alone is wrong, or null. */
export function findCommandError(verb: string, command: Buffer, hasAuth = false): SmtpReplyError | null {
  if (NOT_IMPLEMENTED.has(verb) || (verb === 'AUTH' && !hasAuth))
    return new SmtpReplyError(502, '5.5.1', `${verb} is not implemented`);
  if (WITHOUT_PARAMETERS.has(verb) && command.toString().trim().length > verb.length) {
    return new SmtpReplyError(501, '5.5.4', `${verb} takes no parameters`);
  }
  if (verb !== 'MAIL' && verb !== 'RCPT') return null;
  const parsed = parseEnvelope(command);
  if (!parsed) return null;
  if (Buffer.byteLength(parsed.address) > MAX_PATH) {
    return new SmtpReplyError(501, verb === 'MAIL' ? '5.1.7' : '5.1.3', 'Path too long');
  }
  const announced = hasAuth ? MAIL_PARAMETERS_WITH_AUTH : MAIL_PARAMETERS;
  const hasUnknown = Object.keys(parsed.parameters).some((name) => verb === 'RCPT' || !announced.has(name));
  if (!hasUnknown) return null;
  const known = verb === 'MAIL' ? [...announced].join(', ') : 'none';
  return new SmtpReplyError(555, '5.5.4', `Unknown parameter: ${verb} accepts ${known}`);
}

/**
 * Command, source route, address, parameters (RFC 5321 4.1.2, appendix C). Accepts more local parts than the RFC
 * allows.
 */
const ENVELOPE_COMMAND =
  /^(?:mail from|rcpt to)\s*:\s*<(?:@[^\s,:@<>]+(?:,@[^\s,:@<>]+)*:)?((?:"(?:[^"\\]|\\.)*"|[^\s<>@"][^\s<>@]*)@[^\s<>@]+|postmaster|)>(?:\s+(.*))?$/is;

/** Control and invisible characters, which could disguise an address. */
const UNSAFE = /[\p{Cc}\u200b\u2060\ufeff]/u;

/** Parses MAIL FROM or RCPT TO; returns null on a syntax error. Drops a source route, keeps quotes. */
export function parseEnvelope(command: Buffer): EnvelopeCommand | null {
  const text = command.toString();
  const [, address, rest = ''] = ENVELOPE_COMMAND.exec(text.trimEnd()) ?? [];
  if (address === undefined || UNSAFE.test(address)) return null;
  if (address.toLowerCase() === 'postmaster' && /^mail/i.test(text)) return null;
  const parameters: Record<string, string | true> = Object.create(null);
  let duplicate: string | undefined;
  for (const parameter of rest.split(/\s+/).filter(Boolean)) {
    if (UNSAFE.test(parameter)) return null;
    const [name = '', ...value] = parameter.split('=');
    const key = name.toUpperCase();
    if (key in parameters) duplicate = key;
    parameters[key] = value.join('=') || true;
  }
  return { address, parameters, ...(duplicate !== undefined && { duplicate }) };
}

/** Returns the reply to wrong values of the MAIL parameters that EHLO announces, or null. */
export function findParameterError({ parameters, duplicate }: EnvelopeCommand): SmtpReplyError | null {
  const wrong = (text: string) => new SmtpReplyError(501, '5.5.4', text);
  const { SIZE: size, BODY: body, SMTPUTF8: utf8, AUTH: auth } = parameters;
  if (duplicate !== undefined) return wrong(`Error: duplicate ${duplicate} parameter`);
  if (body === true) return wrong('Error: BODY parameter requires a value');
  if (size === true) return wrong('Error: SIZE parameter requires a value');
  // RFC 1870: up to 20 digits.
  if (size !== undefined && !/^\d{1,20}$/.test(size)) return wrong('Error: Bad message size syntax');
  if (body !== undefined && !/^(?:7bit|8bitmime)$/i.test(body)) {
    return wrong('Invalid BODY parameter value. Must be 7BIT or 8BITMIME');
  }
  if (utf8 !== undefined && utf8 !== true) {
    return wrong('Invalid SMTPUTF8 parameter. This flag does not accept a value');
  }
  if (auth !== undefined && (auth === true || !AUTH_PARAMETER.test(auth))) {
    return wrong('Invalid AUTH parameter: it must be an address in xtext, or <>');
  }
  return null;
}
