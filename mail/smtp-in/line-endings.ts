const CR = 13;
const LF = 10;

/**
 * Detects a bare CR or LF in a message, across chunks. Only CRLF ends a line (RFC 5321 2.3.8); servers that interpret
 * line ends differently allow SMTP smuggling.
 */
export class LineEndingCheck {
  /** Whether a bare CR or LF was found. */
  broken = false;
  #last = 0;

  update(chunk: Buffer): void {
    if (this.broken || chunk.length === 0) return;
    if (this.#last === CR && chunk[0] !== LF) this.broken = true;
    for (let at = chunk.indexOf(LF); at >= 0 && !this.broken; at = chunk.indexOf(LF, at + 1)) {
      if ((at === 0 ? this.#last : chunk[at - 1]) !== CR) this.broken = true;
    }
    for (let at = chunk.indexOf(CR); at >= 0 && !this.broken; at = chunk.indexOf(CR, at + 1)) {
      if (at + 1 < chunk.length && chunk[at + 1] !== LF) this.broken = true;
    }
    this.#last = chunk[chunk.length - 1] ?? this.#last;
  }

  /** Call once after the last chunk. */
  end(): void {
    if (this.#last === CR) this.broken = true;
  }
}

/** Detects a bare LF in commands, across chunks. */
export class BareLfDetector {
  #last = 0;

  /** Returns whether this chunk has a bare LF. */
  update(chunk: Buffer): boolean {
    for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, at + 1)) {
      if ((at === 0 ? this.#last : chunk[at - 1]) !== CR) return true;
    }
    this.#last = chunk[chunk.length - 1] ?? this.#last;
    return false;
  }

  /** Restarts after the data of a message. */
  reset(): void {
    this.#last = 0;
  }
}
