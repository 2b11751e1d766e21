/** Unread bytes at which the parser stops reading from the client. */
const MAX_BUFFERED = 64 * 1024;

interface Reader {
  resolve(result: IteratorResult<Buffer, undefined>): void;
  reject(error: Error): void;
}

/**
 * The bytes of one message, from the parser to one reader. Not a Node stream, because that would double the cost of
 * receiving a small message.
 */
export class MessageStream implements AsyncIterable<Buffer> {
  readonly #chunks: Buffer[] = [];
  #bufferedBytes = 0;
  #isEnded = false;
  #reader: Reader | null = null;
  #error: Error | null = null;
  /** Resumes the writer. */
  #onDrained: (() => void) | null = null;

  /** Passes on a chunk. If the reader is behind, returns a promise to await before the next chunk. */
  write(chunk: Buffer): Promise<void> | undefined {
    if (this.#isEnded || this.#error || chunk.length === 0) return;
    const reader = this.#reader;
    if (reader) {
      this.#reader = null;
      reader.resolve({ done: false, value: chunk });
      return;
    }
    this.#chunks.push(chunk);
    this.#bufferedBytes += chunk.length;
    if (this.#bufferedBytes < MAX_BUFFERED) return;
    return new Promise((resolve) => {
      this.#onDrained = resolve;
    });
  }

  /** Marks the message as complete. */
  end(): void {
    this.#isEnded = true;
    const reader = this.#reader;
    this.#reader = null;
    reader?.resolve({ done: true, value: undefined });
  }

  /** Discards unread bytes; the reader rejects with `error`. A complete message remains readable. */
  destroy(error = new Error('The client disconnected before the end of the message')): void {
    if (this.#isEnded || this.#error) return;
    this.#error = error;
    this.#chunks.length = 0;
    this.#bufferedBytes = 0;
    this.#reader?.reject(error);
    this.#reader = null;
    this.#resumeWriter();
  }

  /** Reads and discards the rest, to the end or until the client disconnects. */
  async discard(): Promise<void> {
    try {
      for await (const _chunk of this);
    } catch {
      // The client disconnected.
    }
  }

  [Symbol.asyncIterator](): AsyncIterator<Buffer, undefined> {
    return { next: () => this.#next() };
  }

  #next(): Promise<IteratorResult<Buffer, undefined>> {
    const chunk = this.#chunks.shift();
    if (chunk) {
      this.#bufferedBytes -= chunk.length;
      if (this.#bufferedBytes < MAX_BUFFERED) this.#resumeWriter();
      return Promise.resolve({ done: false, value: chunk });
    }
    if (this.#error) return Promise.reject(this.#error);
    if (this.#isEnded) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
    });
  }

  #resumeWriter(): void {
    this.#onDrained?.();
    this.#onDrained = null;
  }
}
