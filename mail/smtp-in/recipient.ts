import type { Directory, RecipientPolicy, Resolution } from '../host/directory.ts';
import { asciiDomain, splitAddress } from '../message/address.ts';
import { SmtpReplyError } from '../message/smtp-reply-error.ts';

/** A recipient that was told 250. */
export type Accepted =
  /** Mail for one of our addresses; `address` is what the sender wrote. */
  | {
      kind: 'forward';
      address: string;
      local: string;
      destinations: string[];
      key: string;
      policy: RecipientPolicy | undefined;
    }
  /** Taken and thrown away. */
  | { kind: 'drop'; address: string; key: string }
  /** A failure notice that came back to `sender`, about mail for `recipient`; both empty where a letter of ours comes back. */
  | { kind: 'bounce'; address: string; sender: string; recipient: string };

/** RFC 5321 4.5.1 and RFC 2142: who has trouble with us must reach a person. */
const ROLES = new Set(['postmaster', 'abuse']);

/** Whether a recipient is a role that nobody is kept from. */
export function isRole(recipient: Accepted): boolean {
  return recipient.kind === 'forward' && ROLES.has(recipient.local.replace(/\+.*$/s, ''));
}

export interface RecipientRules {
  domain: string;
  /** Envelope sender of our own letters, or empty. */
  letters: string;
  directory: Directory;
  /** Reads one of our own envelope senders, in any case; null when the local part is no such thing. */
  readOwnSender(local: string): Promise<OwnSender | null>;
}

export type OwnSender = { valid: true; sender: string; recipient: string } | { valid: false; text?: string };

const relay = () => new SmtpReplyError(550, '5.7.1', 'Relaying denied: mail is taken for our own addresses only');
/** Postfix asks under this name whether a sender exists that it is to take mail from, and goes no further than RCPT. */
const PROBE = /^double-bounce@/i;

/** Whoever is no server with a report has nothing to say to a return address. */
export const bouncesOnly = () => new SmtpReplyError(550, '5.7.1', 'This return address takes delivery reports only');
const unknown = () => new SmtpReplyError(550, '5.1.1', 'No such address here');

/**
 * Decides about one RCPT TO. Resolves for a recipient we take; rejects with the reply otherwise, 451 when the
 * directory cannot tell now. Mail for any other domain is never taken, in whatever dress the address comes.
 */
export async function decideRecipient(address: string, from: string, rules: RecipientRules): Promise<Accepted> {
  const parts = splitAddress(address.toLowerCase() === 'postmaster' ? `postmaster@${rules.domain}` : address);
  if (!parts || asciiDomain(parts.domain) !== rules.domain) throw relay();
  const written = unquote(parts.local);
  // Percent hack, UUCP path, nested address: each asks us to send on elsewhere (RFC 5321 3.6.1, F.2).
  if (/[%!@:]/.test(written)) throw relay();
  const local = written.toLowerCase();
  if (Buffer.byteLength(local) > 64 || /[\s"\\<>(),;[\]]/.test(local)) throw unknown();

  const isNotice = from === '' || PROBE.test(from);
  const own = await cannotTell(rules.readOwnSender(written));
  if (own) {
    if (!own.valid)
      throw new SmtpReplyError(550, '5.1.1', own.text ?? 'This return address is not ours or no longer valid');
    if (!isNotice) throw bouncesOnly();
    return { kind: 'bounce', address, sender: own.sender, recipient: own.recipient };
  }

  const resolution = await cannotTell(rules.directory.resolve(local));
  if (resolution.kind === 'refuse') {
    // Who takes our letters may ask first whether their sender exists; so it does, though nobody can write there.
    const isLetters = `${local}@${rules.domain}` === rules.letters.toLowerCase();
    if (isLetters && isNotice) return { kind: 'bounce', address, sender: '', recipient: '' };
    throw new SmtpReplyError(resolution.code, resolution.enhanced, resolution.text, resolution.key);
  }
  const ours = `${written}@${rules.domain}`;
  const { key } = resolution;
  if (resolution.kind === 'drop') return { kind: 'drop', address: ours, key };
  const destinations = destinationsOf(resolution);
  if (destinations.length === 0) throw unknown();
  const policy = resolution.kind === 'forward' ? resolution.policy : undefined;
  return { kind: 'forward', address: ours, local, destinations, key, policy };
}

/** Where a resolution leads; nowhere for a refusal. */
export function destinationsOf(resolution: Resolution): string[] {
  if (resolution.kind === 'forward') return [resolution.destination];
  return resolution.kind === 'fanout' ? resolution.destinations : [];
}

async function cannotTell<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw Object.assign(new SmtpReplyError(451, '4.3.0', 'Cannot look up the recipient now, please try again'), {
      cause: error,
    });
  }
}

function unquote(local: string): string {
  const quoted = /^"(.*)"$/s.exec(local);
  return quoted?.[1] === undefined ? local : quoted[1].replace(/\\(.)/gs, '$1');
}
