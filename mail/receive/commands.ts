import { Refusal } from './refusal.ts';

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

export function verbOf(command: Buffer): string {
  return (command.toString('latin1').split(' ', 1)[0] ?? '').toUpperCase();
}

/** What is wrong with a command before anything is looked up, or null. */
export function fault(verb: string, command: Buffer): Refusal | null {
  if (UNKNOWN.has(verb)) return new Refusal(502, '5.5.1', `${verb} is not offered here`);
  const text = command.toString();
  if (ALONE.has(verb) && text.trim().length > verb.length) {
    return new Refusal(501, '5.5.4', `${verb} takes no parameters`);
  }
  if (verb !== 'MAIL' && verb !== 'RCPT') return null;
  const [, path, rest] = /^[^:]*:\s*<([^<>]*)>(.*)$/s.exec(text) ?? [];
  if (path === undefined || rest === undefined) return null;
  if (Buffer.byteLength(path) > LONGEST_PATH)
    return new Refusal(501, verb === 'MAIL' ? '5.1.7' : '5.1.3', 'Path too long');
  const known = verb === 'MAIL' ? MAIL_PARAMETERS : new Set<string>();
  for (const parameter of rest.split(/\s+/).filter(Boolean)) {
    const name = (parameter.split('=', 1)[0] ?? '').toUpperCase();
    if (!known.has(name)) return new Refusal(555, '5.5.4', `Parameter not known: ${verb} takes ${spoken(known)}`);
  }
  return null;
}

function spoken(names: Set<string>): string {
  return names.size === 0 ? 'none' : [...names].join(', ');
}
