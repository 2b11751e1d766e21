import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../host/clock.ts';
import type { SenderTokens } from '../host/sender-tokens.ts';
import { isDotAtom, splitAddress } from '../message/address.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const DAY = 86_400_000;
const VALID_DAYS = 21;
/** Ten bits of day number come round after 1024 days. */
const DAY_CYCLE = 1024;
/** Thirteen characters of five bits: 65 bits of HMAC. */
const MAC_LENGTH = 13;
/** What tells authors apart in the addresses they get: fifty bits. */
const VIA_LENGTH = 10;
const NO_ANSWERS = 'This address takes no mail: answer to the address in Reply-To of the mail you have got';

export interface SrsOptions {
  domain: string;
  /** First signs, any verifies. */
  secrets: string[];
  tokens: SenderTokens;
  clock: Clock;
}

/** Whom a failure of forwarded mail concerns: who sent it, and the local part of ours it was sent to. */
export interface Origin {
  sender: string;
  recipient: string;
}

export type ReadSender = ({ valid: true } & Origin) | { valid: false; words?: string };

/**
 * Our own envelope senders (SRS). The original sender and the recipient stand in the local part, dated and signed:
 * `srs0=MAC=DAY=recipient=domain=local`; what does not fit 64 octets is stored under `srst=MAC=DAY=token`. The MAC is
 * over lower case, since systems on the way fold local parts.
 */
export class Srs {
  private readonly parts: SrsOptions;

  constructor(parts: SrsOptions) {
    if (!parts.secrets[0]) throw new Error('Rewriting senders needs at least one secret');
    this.parts = parts;
  }

  /** The envelope sender under which mail from `origin` leaves. Stores a token first when it must; null stays null. */
  async write(origin: Origin): Promise<string> {
    if (origin.sender === '') return '';
    const { domain, tokens, clock } = this.parts;
    const day = dayName(dayNumber(clock));
    const sender = splitAddress(origin.sender);
    if (
      sender &&
      fits(sender.local) &&
      fits(sender.domain) &&
      fits(origin.recipient) &&
      !origin.recipient.includes('=')
    ) {
      const local = this.sign('srs0', `${day}=${origin.recipient}=${sender.domain}=${sender.local}`);
      if (local.length <= 64) return `${local}@${domain}`;
    }
    // The same sender and recipient give the same token, so that a busy pair fills one row, not one for each message.
    const token = base32(this.hmac(this.secret, 'token', `${origin.sender}\n${origin.recipient}`).subarray(0, 10));
    const until = new Date(clock.now().getTime() + (VALID_DAYS + 1) * DAY);
    await tokens.put(token, JSON.stringify([origin.sender, origin.recipient]), until);
    return `${this.sign('srst', `${day}=${token}`)}@${domain}`;
  }

  /** An address of ours under which `author` can write to `recipient`; nobody can answer it. */
  via(author: string, recipient: string): string {
    const name = base32(this.hmac(this.secret, 'author', `${author.toLowerCase()}\n${recipient}`)).slice(0, VIA_LENGTH);
    return `via-${name}${this.mac(this.secret, 'via', name)}@${this.parts.domain}`;
  }

  /** What `write` put into a local part: null when it is none of ours in form, invalid when forged or out of date. */
  async read(local: string): Promise<ReadSender | null> {
    const via = /^via-([a-z2-7]{10})([a-z2-7]{13})$/i.exec(local);
    if (via?.[1] && via[2] && this.verifies('via', via[2], via[1])) return { valid: false, words: NO_ANSWERS };
    const match = /^(srs0|srst)[=+-]([^=]*)=([^=]*)=(.+)$/i.exec(local);
    const [, kind, mac, day, rest] = match ?? [];
    if (kind === undefined || mac === undefined || day === undefined || rest === undefined) return null;
    if (!this.verifies(kind, mac, `${day}=${rest}`) || !this.isRecent(day)) return { valid: false };
    if (kind.toLowerCase() === 'srst') return this.readToken(rest.toLowerCase());
    const [recipient, domain, ...sender] = rest.split('=');
    if (!recipient || !domain || sender.length === 0) return { valid: false };
    return { valid: true, sender: `${sender.join('=')}@${domain}`, recipient };
  }

  private async readToken(token: string): Promise<ReadSender> {
    const stored = await this.parts.tokens.get(token);
    if (stored === null) return { valid: false };
    const [sender, recipient] = JSON.parse(stored) as [string, string];
    return { valid: true, sender, recipient };
  }

  private get secret(): string {
    return this.parts.secrets[0] ?? '';
  }

  private sign(kind: string, payload: string): string {
    return `${kind}=${this.mac(this.secret, kind, payload)}=${payload}`;
  }

  private verifies(kind: string, mac: string, payload: string): boolean {
    const given = Buffer.from(mac.toLowerCase());
    if (given.length !== MAC_LENGTH) return false;
    return this.parts.secrets.some((secret) =>
      timingSafeEqual(given, Buffer.from(this.mac(secret, kind.toLowerCase(), payload))),
    );
  }

  private isRecent(day: string): boolean {
    const number = dayOf(day.toLowerCase());
    if (number === null) return false;
    // A clock a day behind must not make fresh addresses look 1023 days old.
    const age = (((dayNumber(this.parts.clock) - number + 1) % DAY_CYCLE) + DAY_CYCLE) % DAY_CYCLE;
    return age <= VALID_DAYS + 1;
  }

  private mac(secret: string, kind: string, payload: string): string {
    return base32(this.hmac(secret, kind, payload.toLowerCase())).slice(0, MAC_LENGTH);
  }

  private hmac(secret: string, use: string, text: string): Buffer {
    return createHmac('sha256', secret).update(`mail sender ${use}\n${this.parts.domain}\n${text}`).digest();
  }
}

/** Percent and bang are taken for a source route by many; nobody may meet them in our local parts. */
function fits(part: string): boolean {
  return isDotAtom(part) && !/[%!]/.test(part);
}

function dayNumber(clock: Clock): number {
  const day = Math.floor(clock.now().getTime() / DAY);
  return ((day % DAY_CYCLE) + DAY_CYCLE) % DAY_CYCLE;
}

function dayName(day: number): string {
  return `${ALPHABET[day >> 5]}${ALPHABET[day & 31]}`;
}

function dayOf(name: string): number | null {
  const high = ALPHABET.indexOf(name[0] ?? '?');
  const low = ALPHABET.indexOf(name[1] ?? '?');
  return name.length === 2 && high >= 0 && low >= 0 ? high * 32 + low : null;
}

/** RFC 4648 base32 in lower case, without padding: survives any folding of case. */
function base32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(value >> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return text;
}
