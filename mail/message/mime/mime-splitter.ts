import { firstValue, headerEnd } from '../header.ts';

/** Reads the content of one part of a message; `write` gets its bytes in order. */
export interface PartReader {
  write(bytes: Buffer): void;
  end(): void;
}

/** The MIME structure has an unsupported form, or exceeds a limit. */
export class UnreadablePart extends Error {
  override name = 'UnreadablePart';
}

/** The properties of a part's header that decoding needs. */
export interface PartHeader {
  bytes: Buffer;
  /** Lower-case media type, such as `text/plain`. */
  type: string;
  charset: string;
  /** Lower-case transfer encoding. */
  encoding: string;
}

export interface MimeLimits {
  /** Nesting depth of multiparts. */
  depth: number;
  /** Total number of parts, including multiparts. */
  parts: number;
  /** Length of a part's header in bytes. */
  header: number;
  /** Also splits attached messages, and rejects structures that mail programs may interpret differently. */
  isStrict: boolean;
}

/** RFC 2046 5.1.1 allows 70 characters. */
const MAX_BOUNDARY = 200;
/** A boundary with two hyphens before and after, and padding. */
const MAX_DELIMITER = MAX_BOUNDARY + 100;
const TOO_LONG = 'a MIME part with too long a header';
const LF = 10;
const HYPHEN = 45;

/** Parses the header of a part, or of the whole message. */
function partHeader(bytes: Buffer): PartHeader {
  const encoding = firstValue(bytes, 'content-transfer-encoding')
    .replace(/\([^()]*\)|;.*/gs, '')
    .trim()
    .toLowerCase();
  return { bytes, type: mediaType(bytes), charset: contentTypeParameter(bytes, 'charset').toLowerCase(), encoding };
}

/** Returns the lower-case media type of a header section; text/plain if it has none (RFC 2045 5.2). */
export function mediaType(head: Buffer): string {
  const match = /^([\w!#$&^.+-]+\/[\w!#$&^.+-]+)/.exec(firstValue(head, 'content-type'));
  return match?.[1]?.toLowerCase() ?? 'text/plain';
}

/** Returns a parameter of Content-Type (RFC 2045 5.1, RFC 2231); empty if absent. */
export function contentTypeParameter(head: Buffer, name: string): string {
  const match = new RegExp(`;\\s*${name}(?:\\*0?\\*?)?\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`, 'is').exec(
    firstValue(head, 'content-type'),
  );
  const quoted = match?.[1];
  return quoted === undefined ? (match?.[2] ?? '') : quoted.replace(/\\(.)/gs, '$1');
}

/**
 * Splits the body of a message into its parts (RFC 2046), including nested parts, and passes the content of each to the
 * reader that `open` returns. Treats preambles and epilogues as text. Takes time linear in the length of the body, and
 * bounded memory. Throws UnreadablePart.
 */
export class MimeSplitter {
  readonly #open: (header: PartHeader) => PartReader;
  readonly #limits: MimeLimits;
  readonly #boundaries: string[] = [];
  /** Boundaries for which no delimiter has been found yet. */
  readonly #unseen = new Set<string>();
  #reader: PartReader | null = null;
  /** The header of the next part while it is being read. */
  #header: Buffer[] | null = null;
  #headerLength = 0;
  #parts = 0;
  /** The start of a line that is still incomplete. */
  #rest: Buffer = Buffer.alloc(0);
  #isMidLine = false;

  /** `head` is the header of the message, with its empty line. */
  constructor(head: Buffer, limits: MimeLimits, open: (header: PartHeader) => PartReader) {
    this.#limits = limits;
    this.#open = open;
    this.#startPart(head);
  }

  write(chunk: Buffer): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    this.#rest = Buffer.alloc(0);
    /** Start of the content that has not been passed on. */
    let from = 0;
    let at = 0;
    while (at < bytes.length) {
      const lf = bytes.indexOf(LF, at);
      if (lf < 0) break;
      const next = lf + 1;
      if (this.#header !== null || (!this.#isMidLine && this.#mayDelimit(bytes, at, next))) {
        const content = bytes.subarray(from, at);
        const line = bytes.subarray(at, next);
        if (this.#handleLine(line, content)) from = next;
      }
      this.#isMidLine = false;
      at = next;
    }
    // A long line cannot be a delimiter and need not be kept.
    const keep =
      this.#header === null && (this.#isMidLine || bytes.length - at > MAX_DELIMITER) ? 0 : bytes.length - at;
    if (keep === 0 && at < bytes.length) this.#isMidLine = true;
    if (keep > this.#limits.header) throw new UnreadablePart(TOO_LONG);
    if (this.#header === null) this.#pass(bytes.subarray(from, bytes.length - keep));
    this.#rest = Buffer.from(bytes.subarray(bytes.length - keep));
  }

  end(): void {
    const line = this.#rest;
    this.#rest = Buffer.alloc(0);
    if (line.length > 0 && !(this.#header === null && !this.#mayDelimit(line, 0, line.length))) {
      if (!this.#handleLine(line, Buffer.alloc(0))) this.#pass(line);
    } else this.#pass(line);
    if (this.#header !== null) this.#startPart(Buffer.concat(this.#header));
    this.#reader?.end();
    this.#reader = null;
    if (this.#limits.isStrict && this.#unseen.size > 0) throw new UnreadablePart('a multipart type without parts');
  }

  #mayDelimit(bytes: Buffer, at: number, end: number): boolean {
    return bytes[at] === HYPHEN && bytes[at + 1] === HYPHEN && end - at <= MAX_DELIMITER && this.#boundaries.length > 0;
  }

  /** Processes a header line or a delimiter; returns false if the line is content. `before` is the content above it. */
  #handleLine(line: Buffer, before: Buffer): boolean {
    const delimiter = line[0] === HYPHEN && line[1] === HYPHEN ? this.#delimiterIn(line) : null;
    if (delimiter) {
      if (this.#header !== null) this.#startPart(Buffer.concat(this.#header));
      this.#pass(before);
      this.#reader?.end();
      this.#reader = null;
      this.#boundaries.length = delimiter.closes ? delimiter.level : delimiter.level + 1;
      if (delimiter.closes) this.#reader = this.#open(EPILOGUE);
      else this.#startHeader();
      return true;
    }
    if (this.#header === null) return false;
    this.#header.push(Buffer.from(line));
    this.#headerLength += line.length;
    if (this.#headerLength > this.#limits.header) throw new UnreadablePart(TOO_LONG);
    if (line.length <= 2 && line.toString('latin1').trim() === '') this.#startPart(Buffer.concat(this.#header));
    return true;
  }

  #delimiterIn(line: Buffer): { level: number; closes: boolean } | null {
    const text = line.toString('latin1').trimEnd().slice(2);
    for (let level = this.#boundaries.length - 1; level >= 0; level--) {
      const boundary = this.#boundaries[level] ?? '';
      if (text !== boundary && text !== `${boundary}--`) continue;
      this.#unseen.delete(boundary);
      return { level, closes: text !== boundary };
    }
    return null;
  }

  #startHeader(): void {
    if (++this.#parts > this.#limits.parts) throw new UnreadablePart('too many MIME parts');
    this.#header = [];
    this.#headerLength = 0;
  }

  /** Handles the complete header of a part: opens a reader, or starts the header of an enclosed message. */
  #startPart(bytes: Buffer): void {
    this.#header = null;
    const header = partHeader(bytes.subarray(0, headerEnd(bytes)));
    const { depth, isStrict } = this.#limits;
    const isEncoded = isStrict && !['', '7bit', '8bit', 'binary'].includes(header.encoding);
    const asText = { ...header, type: 'text/plain', charset: '', encoding: '' };
    if (header.type.startsWith('multipart/')) {
      const boundary = Buffer.from(contentTypeParameter(bytes, 'boundary').trimEnd(), 'utf8').toString('latin1');
      // A boundary in several pieces (RFC 2231 3) is legal, but no known mail program sends one.
      if (boundary === '' || /boundary\*[1-9]/i.test(firstValue(bytes, 'content-type'))) {
        throw new UnreadablePart('a multipart type without boundary');
      }
      if (boundary.length > MAX_BOUNDARY) throw new UnreadablePart('a boundary that is too long');
      if (isEncoded) throw new UnreadablePart('a multipart type with a transfer encoding');
      if (this.#boundaries.length >= depth) throw new UnreadablePart('MIME parts are nested too deeply');
      this.#boundaries.push(boundary);
      this.#unseen.add(boundary);
      this.#reader = this.#open(asText);
    } else if (isStrict && (header.type === 'message/rfc822' || header.type === 'message/global')) {
      if (isEncoded) throw new UnreadablePart('an attached message with a transfer encoding');
      this.#open(asText).end();
      this.#startHeader();
    } else this.#reader = this.#open(header);
  }

  #pass(bytes: Buffer): void {
    if (bytes.length > 0) this.#reader?.write(bytes);
  }
}

/** The text after the last part (RFC 2046 5.1.1). */
const EPILOGUE: PartHeader = { bytes: Buffer.alloc(0), type: 'text/plain', charset: '', encoding: '' };
