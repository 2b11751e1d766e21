import { setImmediate } from 'node:timers/promises';
import { decodeEncodedWords } from '../message/mailbox.ts';
import { MimeSplitter, type PartHeader, type PartReader, UnreadablePart } from '../message/mime/mime-splitter.ts';
import { transferDecoder } from '../message/mime/transfer-decoding.ts';
import { inboxPattern } from '../message/same-inbox.ts';
import { decodedRuns } from './armored-text.ts';

/**
 * The number of characters compared in one step, and how many of them are compared again together with the following
 * text.
 */
const WINDOW = 64 * 1024;
const OVERLAP = 4096;
const LIMITS = { depth: 20, parts: 1000, header: 64 * 1024, isStrict: true };
/** Media types that are text in a charset. Everything else is searched as bytes. */
const TEXT = /^(?:text\/|message\/|application\/(?:json|xml|xhtml|ics|[\w.-]+\+(?:json|xml)))/;
const HTML = /html|xml/;
/** Types whose lines are folded with CRLF and a space (RFC 5545 3.1, RFC 6350 3.2). */
const FOLDED = /^(?:text|application)\/(?:calendar|ics|vcard|x-vcard|x-vcalendar|directory)$/;
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
  commat: '@',
  period: '.',
  lowbar: '_',
  hyphen: '-',
  dash: '-',
  plus: '+',
  percnt: '%',
  num: '#',
};

/**
 * Finds addresses in text in every form that reveals the same inbox, regardless of case and of HTML and URL escapes.
 */
export class AddressSearch {
  readonly #pattern: RegExp;
  readonly #anywhere: RegExp;

  constructor(addresses: Iterable<string>) {
    const wanted = [...addresses].filter((address) => address !== '');
    if (wanted.length === 0) throw new Error('The search requires an address');
    const forms = [...new Set(wanted.map((address) => inboxPattern(plain(address))))].join('|');
    // A longer word is a different address. A dot may follow, at the end of a sentence or before a file extension.
    this.#pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms})(?![\\p{L}\\p{N}-])`, 'u');
    this.#anywhere = new RegExp(forms, 'u');
  }

  /**
   * Returns whether bytes, as Latin-1, contain one of the addresses. The byte after an address may be a letter or
   * digit: in a certificate it is often 0.
   */
  isInBytes(bytes: string): boolean {
    return bytes.includes('@') && this.#anywhere.test(plain(bytes));
  }

  /** Returns whether a text contains one of the addresses. `isHtml`: also finds addresses across tags. */
  isIn(text: string, isHtml = false): boolean {
    // Most content is base64, which contains none of these characters.
    if (!/[@%&\uFF20\uFE6B]/.test(text)) return false;
    const lower = plain(text);
    if (this.#pattern.test(lower)) return true;
    const decoded = decodePercent(lower.includes('&') ? decodeEntities(lower) : lower);
    if (decoded !== lower && this.#pattern.test(decoded)) return true;
    if (isHtml) return this.#pattern.test(decoded.replace(/<[^<>]*>/g, ''));
    // A line end may split an address, with a space before it (RFC 3676 4.2) and quotation marks (>) after it.
    return this.#pattern.test(decoded.replace(/ ?\r?\n[> \t]*/g, ''));
  }
}

/** Returns a text in lower case without invisible characters that split words. */
function plain(text: string): string {
  return text
    .replace(/[\0\u00AD\u200B-\u200F\u2060\uFEFF]+/g, '')
    .normalize('NFKC')
    .toLowerCase();
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));?/g, (match, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? match;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toLowerCase() : match;
  });
}

function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/(?:%[0-9a-f]{2})+/g, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8').toLowerCase(),
  );
}

/** Returns whether header text contains one of the addresses, encoded or not. */
function isInHeader(search: AddressSearch, bytes: Buffer): boolean {
  const text = bytes.toString('utf8');
  // Folded lines, and parameters that RFC 2231 splits.
  const unfolded = text.replace(/\r?\n[ \t]+/g, ' ');
  const joined = text.replace(/"?;?\r?\n[ \t]+[\w-]+\*[1-9]\d*\*?="?/g, '');
  return [unfolded, text.replace(/\r?\n[ \t]+/g, ''), joined, decodeEncodedWords(unfolded)].some((one) =>
    search.isIn(one),
  );
}

/** The result of the search through a message. */
export type Mention = 'none' | 'found' | 'unreadable';

/**
 * Searches the decoded body of a message for addresses: text in any charset, HTML, attached messages, calendars, and
 * the bytes of other attachments. `unreadable`: a part cannot be decoded, and the search proves nothing. `head` has the
 * fields that will be sent.
 */
export async function findMention(
  search: AddressSearch,
  head: Buffer,
  body: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<Mention> {
  try {
    if (isInHeader(search, head)) return 'found';
    const splitter = new MimeSplitter(head, LIMITS, (header) => new PartSearch(search, header));
    for await (const chunk of body) {
      for (let at = 0; at < chunk.length; at += WINDOW) {
        splitter.write(chunk.subarray(at, at + WINDOW));
        // A large message takes seconds, and other work of the process must not wait for it.
        await setImmediate();
      }
    }
    splitter.end();
    return 'none';
  } catch (error) {
    if (error instanceof AddressFound) return 'found';
    if (error instanceof UnreadablePart) return 'unreadable';
    throw error;
  }
}

class AddressFound extends Error {}

/** Searches one part, both encoded and decoded. */
class PartSearch implements PartReader {
  readonly #search: AddressSearch;
  readonly #raw: (text: string, isLast: boolean) => void;
  readonly #decoded: ((bytes: string, isLast: boolean) => void) | null;

  constructor(search: AddressSearch, header: PartHeader) {
    this.#search = search;
    if (isInHeader(search, header.bytes)) throw new AddressFound();
    const { type, encoding } = header;
    const isText = TEXT.test(type);
    const isHtml = HTML.test(type);
    const transfer = transferDecoder(encoding);
    if (!transfer) throw new UnreadablePart('unknown transfer encoding');
    const charset = isText ? textDecoder(header.charset) : null;
    const isPlain = ['', '7bit', '8bit', 'binary'].includes(encoding) && charset === null;
    const unfold = FOLDED.test(type);
    this.#raw = windows((text, continues) => {
      this.#check(text, isHtml);
      if (isPlain) this.#checkBytes(text, isText, continues);
    });
    const find = windows((text, continues) => {
      this.#check(unfold ? text.replace(/\r?\n[ \t]/g, '') : text, isHtml);
      this.#checkBytes(text, isText, continues);
    });
    this.#decoded = isPlain
      ? null
      : (bytes, isLast) => {
          const content = transfer(bytes, isLast);
          find(charset ? charset.decode(Buffer.from(content, 'latin1'), { stream: !isLast }) : content, isLast);
        };
  }

  write(bytes: Buffer): void {
    // Decoded in pieces because no text may be much longer than a window.
    for (let at = 0; at < bytes.length; at += WINDOW) {
      const piece = bytes.toString('latin1', at, Math.min(at + WINDOW, bytes.length));
      this.#raw(piece, false);
      this.#decoded?.(piece, false);
    }
  }

  end(): void {
    this.#raw('', true);
    this.#decoded?.('', true);
  }

  #check(text: string, isHtml: boolean): void {
    if (this.#search.isIn(text, isHtml)) throw new AddressFound();
  }

  /** Searches content that is not text, and the decoded base64 inside it. */
  #checkBytes(content: string, isText: boolean, continues: boolean): void {
    if (!isText && this.#search.isInBytes(content)) throw new AddressFound();
    for (const run of decodedRuns(content, continues)) if (this.#search.isInBytes(run)) throw new AddressFound();
  }
}

/**
 * Returns a function that collects text and passes it on in overlapping windows; `continues` is false for the first
 * window.
 */
function windows(check: (text: string, continues: boolean) => void): (text: string, isLast: boolean) => void {
  let pending = '';
  let unseen = 0;
  let continues = false;
  return (text, isLast) => {
    pending += text;
    unseen += text.length;
    if (!isLast && pending.length < WINDOW) return;
    if (unseen > 0) check(pending, continues);
    continues = true;
    unseen = 0;
    pending = pending.slice(-OVERLAP);
  };
}

/** Throws UnreadablePart if the charset is unknown. Reads ASCII as UTF-8, as mail programs do. */
function textDecoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset === '' || /^(?:us-)?ascii|^ansi|^(?:x-)?unknown/.test(charset) ? 'utf-8' : charset);
  } catch {
    throw new UnreadablePart('unknown charset');
  }
}
