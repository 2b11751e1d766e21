const DOT = 46;
const CR = 13;
const LF = 10;
const LINE_DOT = Buffer.from('\n.');

/** Doubles each dot at the start of a line (RFC 5321 4.5.2). Only CRLF ends a line. The bytes may be split anywhere. */
export class DotStuffing {
  /** The last two bytes. The initial value makes the first line start after a CRLF. */
  #before = CR;
  #last = LF;

  /** Returns the stuffed bytes as slices of the piece. */
  stuff(piece: Buffer): Buffer[] {
    if (piece.length === 0) return [];
    const parts: Buffer[] = [];
    let start = 0;
    const double = (at: number) => {
      // The slices before and after both contain the dot.
      parts.push(piece.subarray(start, at + 1));
      start = at;
    };
    if (piece[0] === DOT && this.#last === LF && this.#before === CR) double(0);
    if (piece[1] === DOT && piece[0] === LF && this.#last === CR) double(1);
    for (let at = piece.indexOf(LINE_DOT, 1); at !== -1; at = piece.indexOf(LINE_DOT, at + 2)) {
      if (piece[at - 1] === CR) double(at + 1);
    }
    parts.push(piece.subarray(start));
    this.#before = piece.length > 1 ? (piece[piece.length - 2] as number) : this.#last;
    this.#last = piece[piece.length - 1] as number;
    return parts;
  }

  /** Returns the final dot, preceded by CRLF if the data lacks one. */
  end(): Buffer {
    return Buffer.from(this.#last === LF && this.#before === CR ? '.\r\n' : '\r\n.\r\n');
  }
}
