import { createHash, type Hash } from 'node:crypto';

const CR = 13;
const LF = 10;
const SPACE = 32;
const TAB = 9;
/** What one call of update makes is hashed before it returns, so one piece of memory serves all. */
const out = Buffer.alloc(16 * 1024);

/**
 * The hash of a body in one of the canonical forms of RFC 6376 3.4, taken as the bytes pass by and whatever its lines
 * are like. Lines end with CRLF; a CR or LF by itself is a byte like any other.
 */
export class BodyHash {
  /** Bytes of the canonical body so far, and how many of these an `l=` lets count. */
  canonicalizedLength = 0;
  bodyHashedBytes = 0;
  byteLength = 0;
  /** Kept here by the verifier once it is known. */
  hash = '';
  private readonly sum: Hash;
  private readonly relaxed: boolean;
  private readonly most: number;
  private at = 0;
  /** A CR whose LF may follow, white space whose line may end, line ends that more lines may follow. */
  private heldCr = false;
  private heldSpace = false;
  private heldLines = 0;

  /** `most` is the value of `l=`; without it everything counts. */
  constructor(form: 'simple' | 'relaxed', algorithm = 'sha256', most = Number.POSITIVE_INFINITY) {
    this.relaxed = form === 'relaxed';
    this.sum = createHash(algorithm);
    this.most = most;
  }

  update(chunk: Buffer): void {
    this.byteLength += chunk.length;
    const { relaxed } = this;
    /** Where a stretch begins that stands in the canonical form as it stands here; -1 outside of one. */
    let from = -1;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i] as number;
      if (this.heldCr) {
        this.heldCr = false;
        if (byte === LF) {
          this.heldSpace = false;
          this.heldLines++;
          continue;
        }
        this.putHeld();
        this.write(CR);
      }
      const space = relaxed && (byte === SPACE || byte === TAB);
      if (byte !== CR && !space) {
        if (from < 0) {
          this.putHeld();
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
        this.copy(chunk, from, i);
        from = -1;
      }
      if (byte === CR) this.heldCr = true;
      else this.heldSpace = true;
    }
    if (from >= 0) this.copy(chunk, from, chunk.length);
    this.flush();
  }

  /** To be called once, after the last bytes. */
  digest(encoding: 'base64'): string {
    if (this.heldCr) {
      this.putHeld();
      this.write(CR);
    }
    this.flush();
    // The end of the last line counts, whether it was there or not; of nothing only in the simple form (3.4.3, 3.4.4).
    if (this.canonicalizedLength > 0 || !this.relaxed) this.lineEnd();
    this.flush();
    return this.sum.digest(encoding);
  }

  /** Where parts of the message begin, which the verifier would tell of, nobody here asks. */
  getMimeStructureStart(): number {
    return 0;
  }

  /** Line ends and white space that something followed. */
  private putHeld(): void {
    for (; this.heldLines > 0; this.heldLines--) this.lineEnd();
    if (this.heldSpace) this.write(SPACE);
    this.heldSpace = false;
  }

  private copy(chunk: Buffer, from: number, to: number): void {
    for (let start = from; start < to; ) {
      if (this.at === out.length) this.flush();
      const end = Math.min(to, start + out.length - this.at);
      this.at += chunk.copy(out, this.at, start, end);
      start = end;
    }
  }

  private lineEnd(): void {
    this.write(CR);
    this.write(LF);
  }

  private write(byte: number): void {
    if (this.at === out.length) this.flush();
    out[this.at++] = byte;
  }

  private flush(): void {
    const counted = Math.min(this.at, this.most - this.bodyHashedBytes);
    if (counted > 0) {
      this.sum.update(out.subarray(0, counted));
      this.bodyHashedBytes += counted;
    }
    this.canonicalizedLength += this.at;
    this.at = 0;
  }
}

function isContent(byte: number | undefined): boolean {
  return byte !== undefined && byte !== SPACE && byte !== TAB && byte !== CR;
}
