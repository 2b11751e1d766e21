import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../host/runtime.ts';
import type { SenderTokens } from '../host/shared-state.ts';
import type { SentCopy } from '../host/submission-policy.ts';
import { isDotAtom, splitAddress } from '../message/address.ts';
import { BASE32_ALPHABET, base32 } from '../message/base32.ts';
import { timeOfId } from '../message/message-id.ts';
import { DAY } from '../message/time.ts';

const VALID_DAYS = 21;
/** The day number has ten bits and repeats after 1024 days. */
const DAY_CYCLE = 1024;
/** Thirteen characters of five bits: 65 bits of HMAC. */
const MAC_LENGTH = 13;
/** Ten characters of five bits identify an author: 50 bits. */
const VIA_LENGTH = 10;
/** Characters of an alias: 130 bits. */
const ALIAS_LENGTH = 26;
const VIA_REJECTION = 'This address does not accept mail: reply to the Reply-To address of the message you received';

export interface SrsOptions {
  domain: string;
  /** The first secret signs; any of them verifies. */
  secrets: string[];
  tokens: SenderTokens;
  clock: Clock;
}

/** Sender of a forwarded message, and the local part to which it was sent. */
export interface Origin {
  sender: string;
  recipient: string;
}

/** With `sent`, the address belongs to a message that a handle sent, and the origin is empty. */
export type SrsResult = ({ valid: true; sent?: SentCopy } & Origin) | { valid: false; text?: string };

/**
 * Creates and reads return addresses. Forwarded mail uses the Sender Rewriting Scheme: the local part has the original
 * sender and the recipient, with date and signature: `srs0=MAC=DAY=recipient=domain=local`. Mail that a handle sends
 * returns to `sent=MAC=ID=key`, where the id of the copy gives the date. If an address exceeds 64 octets,
 * `srst=MAC=DAY=token` refers to its stored content. The MAC covers the lower-case form, since other systems change the
 * case of local parts. No handle contains `=`.
 */
export class Srs {
  readonly #options: SrsOptions;

  constructor(options: SrsOptions) {
    if (!options.secrets[0]) throw new Error('SRS requires at least one secret');
    this.#options = options;
  }

  /** Returns the envelope sender for forwarded mail, after storing a token if needed. The null sender stays null. */
  async write(origin: Origin): Promise<string> {
    if (origin.sender === '') return '';
    const { domain, clock } = this.#options;
    const sender = splitAddress(origin.sender);
    if (
      sender &&
      fits(sender.local) &&
      fits(sender.domain) &&
      fits(origin.recipient) &&
      !origin.recipient.includes('=')
    ) {
      const day = dayName(dayNumber(clock));
      const local = this.#sign('srs0', `${day}=${origin.recipient}=${sender.domain}=${sender.local}`);
      if (local.length <= 64) return `${local}@${domain}`;
    }
    return this.#storeToken([origin.sender, origin.recipient]);
  }

  /** Returns the envelope sender of a copy that a handle sends, after storing a token if the key is long. */
  async writeSent({ key, id }: SentCopy): Promise<string> {
    const local = this.#sign('sent', `${id}=${key}`);
    return local.length <= 64 ? `${local}@${this.#options.domain}` : this.#storeToken([key, id, 'sent']);
  }

  /**
   * Stores content that does not fit into an address. The token depends only on the content; equal content shares one
   * row.
   */
  async #storeToken(content: string[]): Promise<string> {
    const { domain, tokens, clock } = this.#options;
    const token = base32(this.#hmac(this.#secret, 'token', content.join('\n')).subarray(0, 10));
    const until = new Date(clock().getTime() + (VALID_DAYS + 1) * DAY);
    await tokens.put(token, JSON.stringify(content), until);
    return `${this.#sign('srst', `${dayName(dayNumber(clock))}=${token}`)}@${domain}`;
  }

  /** Returns the From address for mail of `author` to `recipient`. It does not accept mail. */
  via(author: string, recipient: string): string {
    const name = base32(this.#hmac(this.#secret, 'author', `${author.toLowerCase()}\n${recipient}`)).slice(
      0,
      VIA_LENGTH,
    );
    return `via-${name}${this.#mac(this.#secret, 'via', name)}@${this.#options.domain}`;
  }

  /** Returns a keyed hash of a text, for use as a name. */
  alias(text: string): string {
    return base32(this.#hmac(this.#secret, 'alias', text)).slice(0, ALIAS_LENGTH);
  }

  /**
   * Decodes a local part made by `write` or `writeSent`. Returns null if it has another form, and an invalid result if
   * it is forged or expired.
   */
  async read(local: string): Promise<SrsResult | null> {
    const via = /^via-([a-z2-7]{10})([a-z2-7]{13})$/i.exec(local);
    if (via?.[1] && via[2] && this.#verifies('via', via[2], via[1])) return { valid: false, text: VIA_REJECTION };
    const match = /^(srs0|srst|sent)[=+-]([^=]*)=([^=]*)=(.+)$/i.exec(local);
    if (!match) return null;
    const [kind, mac, day, rest] = match.slice(1) as [string, string, string, string];
    if (!this.#verifies(kind, mac, `${day}=${rest}`)) return { valid: false };
    if (kind.toLowerCase() === 'sent') return this.#readSent({ id: day.toLowerCase(), key: rest.toLowerCase() });
    if (!this.#isRecent(day)) return { valid: false };
    if (kind.toLowerCase() === 'srst') return this.#readToken(rest.toLowerCase());
    const [recipient, domain, ...sender] = rest.split('=') as [string, string, ...string[]];
    return { valid: true, sender: `${sender.join('=')}@${domain}`, recipient };
  }

  async #readToken(token: string): Promise<SrsResult> {
    const stored = await this.#options.tokens.get(token);
    if (stored === null) return { valid: false };
    const [sender, recipient, kind] = JSON.parse(stored) as [string, string, string?];
    return kind === 'sent' ? this.#readSent({ key: sender, id: recipient }) : { valid: true, sender, recipient };
  }

  #readSent(sent: SentCopy): SrsResult {
    // An id from the future would be valid for too long. A clock may be one day behind.
    const age = (this.#options.clock().getTime() - timeOfId(sent.id)) / DAY;
    return age >= -1 && age <= VALID_DAYS + 1 ? { valid: true, sender: '', recipient: '', sent } : { valid: false };
  }

  get #secret(): string {
    return this.#options.secrets[0] as string;
  }

  #sign(kind: string, payload: string): string {
    return `${kind}=${this.#mac(this.#secret, kind, payload)}=${payload}`;
  }

  #verifies(kind: string, mac: string, payload: string): boolean {
    const given = Buffer.from(mac.toLowerCase());
    if (given.length !== MAC_LENGTH) return false;
    return this.#options.secrets.some((secret) =>
      timingSafeEqual(given, Buffer.from(this.#mac(secret, kind.toLowerCase(), payload))),
    );
  }

  #isRecent(day: string): boolean {
    const number = dayOf(day.toLowerCase());
    // Without the added day, a new address would be 1023 days old for a clock that is one day behind.
    const age = (((dayNumber(this.#options.clock) - number + 1) % DAY_CYCLE) + DAY_CYCLE) % DAY_CYCLE;
    return age <= VALID_DAYS + 1;
  }

  #mac(secret: string, kind: string, payload: string): string {
    return base32(this.#hmac(secret, kind, payload.toLowerCase())).slice(0, MAC_LENGTH);
  }

  #hmac(secret: string, use: string, text: string): Buffer {
    return createHmac('sha256', secret).update(`mail sender ${use}\n${this.#options.domain}\n${text}`).digest();
  }
}

/** Returns whether a part can be embedded: many servers interpret % and ! as source routes. */
function fits(part: string): boolean {
  return isDotAtom(part) && !/[%!]/.test(part);
}

function dayNumber(clock: Clock): number {
  const day = Math.floor(clock().getTime() / DAY);
  return ((day % DAY_CYCLE) + DAY_CYCLE) % DAY_CYCLE;
}

function dayName(day: number): string {
  return `${BASE32_ALPHABET[day >> 5]}${BASE32_ALPHABET[day & 31]}`;
}

/** Returns the day number of a name that `dayName` returned. */
function dayOf(name: string): number {
  return [...name].reduce((number, char) => number * 32 + BASE32_ALPHABET.indexOf(char), 0);
}
