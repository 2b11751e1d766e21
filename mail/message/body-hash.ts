import { createHash, type Hash } from 'node:crypto';

const CR = 13;
const LF = 10;
const SPACE = 32;
const TAB = 9;
/** Shared by all instances: each call of update hashes its content before it returns. */
const buffer = Buffer.alloc(16 * 1024);

/**
 * Streaming hash of a body in a canonical form of RFC 6376 3.4, with bounded memory. Lines end with CRLF; a bare CR or LF
 * is an ordinary byte.
 */
export class BodyHash {
  /** Number of bytes of the canonical body so far, and how many of them `l=` includes. */
  canonicalizedLength = 0;
  bodyHashedBytes = 0;
  byteLength = 0;
  /** Set by the verifier of mailauth. */
  hash = '';
  readonly #hasher: Hash;
  readonly #relaxed: boolean;
  readonly #limit: number;
  #at = 0;
  /** Pending bytes whose canonical form depends on what follows: CR, white space, and empty lines. */
  #heldCr = false;
  #heldSpace = false;
  #heldLines = 0;

  /** `limit` is the value of `l=`. */
  constructor(form: 'simple' | 'relaxed', algorithm = 'sha256', limit = Number.POSITIVE_INFINITY) {
    this.#relaxed = form === 'relaxed';
    this.#hasher = createHash(algorithm);
    this.#limit = limit;
  }

  update(chunk: Buffer): void {
    this.byteLength += chunk.length;
    const relaxed = this.#relaxed;
    /** Start of a range that can be copied unchanged; -1 outside of one. */
    let from = -1;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i] as number;
      if (this.#heldCr) {
        this.#heldCr = false;
        if (byte === LF) {
          this.#heldSpace = false;
          this.#heldLines++;
          continue;
        }
        this.#putHeld();
        this.#write(CR);
      }
      const space = relaxed && (byte === SPACE || byte === TAB);
      if (byte !== CR && !space) {
        if (from < 0) {
          this.#putHeld();
          from = i;
        }
        continue;
      }
      if (from >= 0) {
        if (byte === SPACE && isContent(chunk[i + 1])) continue;
        if (byte === CR && chunk[i + 1] === LF && isContent(chunk[i + 2])) {
          i++;
          continue;
        }
        this.#copy(chunk, from, i);
        from = -1;
      }
      if (byte === CR) this.#heldCr = true;
      else this.#heldSpace = true;
    }
    if (from >= 0) this.#copy(chunk, from, chunk.length);
    this.#flush();
  }

  /** Returns the hash. Must be called once, after the last bytes. */
  digest(encoding: 'base64'): string {
    if (this.#heldCr) {
      this.#putHeld();
      this.#write(CR);
    }
    this.#flush();
    // The last line always ends with CRLF; an empty body becomes CRLF in the simple form only (3.4.3, 3.4.4).
    if (this.canonicalizedLength > 0 || !this.#relaxed) this.#lineEnd();
    this.#flush();
    return this.#hasher.digest(encoding);
  }

  /** Returns a dummy value that the mailauth verifier requires; the MIME structure is not used. */
  getMimeStructureStart(): number {
    return 0;
  }

  /** Writes the pending line ends and white space. */
  #putHeld(): void {
    for (; this.#heldLines > 0; this.#heldLines--) this.#lineEnd();
    if (this.#heldSpace) this.#write(SPACE);
    this.#heldSpace = false;
  }

  #copy(chunk: Buffer, from: number, to: number): void {
    for (let start = from; start < to; ) {
      if (this.#at === buffer.length) this.#flush();
      const end = Math.min(to, start + buffer.length - this.#at);
      this.#at += chunk.copy(buffer, this.#at, start, end);
      start = end;
    }
  }

  #lineEnd(): void {
    this.#write(CR);
    this.#write(LF);
  }

  #write(byte: number): void {
    if (this.#at === buffer.length) this.#flush();
    buffer[this.#at++] = byte;
  }

  #flush(): void {
    const counted = Math.min(this.#at, this.#limit - this.bodyHashedBytes);
    if (counted > 0) {
      this.#hasher.update(buffer.subarray(0, counted));
      this.bodyHashedBytes += counted;
    }
    this.canonicalizedLength += this.#at;
    this.#at = 0;
  }
}

/** Returns the SHA-256 of a body in its relaxed form, base64. */
export async function relaxedBodyHash(body: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<string> {
  const hash = new BodyHash('relaxed');
  for await (const chunk of body) hash.update(chunk);
  return hash.digest('base64');
}

function isContent(byte: number | undefined): boolean {
  return byte !== undefined && byte !== SPACE && byte !== TAB && byte !== CR;
}
