const CR = 13;
const LF = 10;

/**
 * Watches passing bytes for a CR without its LF or an LF without its CR. Only CRLF ends a line (RFC 5321 2.3.8): what
 * one server reads as a line and the next does not is how a second message is smuggled in.
 */
export class LineWatch {
  /** A bare CR or LF was seen. */
  broken = false;
  private last = 0;

  see(chunk: Buffer): void {
    if (this.broken || chunk.length === 0) return;
    if (this.last === CR && chunk[0] !== LF) this.broken = true;
    for (let at = chunk.indexOf(LF); at >= 0 && !this.broken; at = chunk.indexOf(LF, at + 1)) {
      if ((at === 0 ? this.last : chunk[at - 1]) !== CR) this.broken = true;
    }
    for (let at = chunk.indexOf(CR); at >= 0 && !this.broken; at = chunk.indexOf(CR, at + 1)) {
      if (at + 1 < chunk.length && chunk[at + 1] !== LF) this.broken = true;
    }
    this.last = chunk[chunk.length - 1] ?? this.last;
  }

  /** To be called once all bytes were seen. */
  end(): void {
    if (this.last === CR) this.broken = true;
  }
}

/** Watches commands for a line that ends with a bare LF. */
export class BareLines {
  private last = 0;

  /** Whether this chunk has one. */
  see(chunk: Buffer): boolean {
    for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, at + 1)) {
      if ((at === 0 ? this.last : chunk[at - 1]) !== CR) return true;
    }
    this.last = chunk[chunk.length - 1] ?? this.last;
    return false;
  }

  /** Starts anew: what came between was no command. */
  forget(): void {
    this.last = 0;
  }
}
