const DOT = 46;
const CR = 13;
const LF = 10;
const LINE_DOT = Buffer.from('\n.');

/**
 * Doubles dots that begin a line (RFC 5321 4.5.2) and touches nothing else. Only CRLF ends a line. The bytes may come in
 * any pieces.
 */
export class DotStuffing {
  /** The last two bytes so far. The first line begins as if after a CRLF. */
  private before = CR;
  private last = LF;

  /** The piece in the form for the wire: slices of it and the dots between. */
  stuff(piece: Buffer): Buffer[] {
    if (piece.length === 0) return [];
    const parts: Buffer[] = [];
    let start = 0;
    const double = (at: number) => {
      // The dot goes out twice: once with what is before it, once with what follows.
      parts.push(piece.subarray(start, at + 1));
      start = at;
    };
    if (piece[0] === DOT && this.last === LF && this.before === CR) double(0);
    if (piece[1] === DOT && piece[0] === LF && this.last === CR) double(1);
    for (let at = piece.indexOf(LINE_DOT, 1); at > 0; at = piece.indexOf(LINE_DOT, at + 2)) {
      if (piece[at - 1] === CR) double(at + 1);
    }
    parts.push(piece.subarray(start));
    this.before = piece.length > 1 ? (piece[piece.length - 2] as number) : this.last;
    this.last = piece[piece.length - 1] as number;
    return parts;
  }

  /** What ends the data: the final dot, on a line of its own. */
  end(): Buffer {
    return Buffer.from(this.last === LF && this.before === CR ? '.\r\n' : '\r\n.\r\n');
  }
}
