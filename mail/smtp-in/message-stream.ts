import { EventEmitter } from 'node:events';

/** Bytes that may wait to be read before the client is made to wait. */
const MOST_WAITING = 64 * 1024;

interface Reader {
  resolve(result: IteratorResult<Buffer, undefined>): void;
  reject(error: Error): void;
}

/**
 * The bytes of one message between the parser and its one reader: what the engine asks of a stream and no more. One of
 * Node's own streams would cost as much as all the rest of receiving a small message.
 */
export class MessageStream extends EventEmitter implements AsyncIterable<Buffer> {
  /** Counted by the parser. */
  byteLength = 0;
  sizeExceeded = false;
  writableEnded = false;
  readableEnded = false;
  destroyed = false;
  /** As with streams: null until somebody reads. */
  readableFlowing: boolean | null = null;
  private readonly pieces: Buffer[] = [];
  private held = 0;
  private reader: Reader | null = null;
  private error: Error | null = null;

  get writable(): boolean {
    return !this.writableEnded && !this.destroyed;
  }

  get readable(): boolean {
    return !this.readableEnded && !this.destroyed;
  }

  /** False where the parser should wait for 'drain', or for 'close'. */
  write(piece: Buffer): boolean {
    if (!this.writable || piece.length === 0) return true;
    const { reader } = this;
    if (reader) {
      this.reader = null;
      reader.resolve({ done: false, value: piece });
    } else {
      this.pieces.push(piece);
      this.held += piece.length;
    }
    return this.held < MOST_WAITING;
  }

  end(piece?: Buffer): void {
    if (piece) this.write(piece);
    this.writableEnded = true;
    const { reader } = this;
    this.reader = null;
    reader?.resolve(this.over());
  }

  /** The client has left, or nobody wants the rest: whoever reads hears why. */
  destroy(error = new Error('The message did not arrive in full')): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.error = error;
    this.pieces.length = 0;
    this.held = 0;
    this.reader?.reject(error);
    this.reader = null;
    this.emit('close');
  }

  /** Reads to the end for nobody. */
  resume(): void {
    void this.drain().catch(() => {});
  }

  [Symbol.asyncIterator](): AsyncIterator<Buffer, undefined> {
    this.readableFlowing = true;
    return {
      next: () => this.next(),
      return: () => {
        this.destroy();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }

  private async drain(): Promise<void> {
    for await (const _piece of this);
  }

  private next(): Promise<IteratorResult<Buffer, undefined>> {
    const piece = this.pieces.shift();
    if (piece) {
      const full = this.held >= MOST_WAITING;
      this.held -= piece.length;
      if (full && this.held < MOST_WAITING) this.emit('drain');
      return Promise.resolve({ done: false, value: piece });
    }
    if (this.error) return Promise.reject(this.error);
    if (this.writableEnded) return Promise.resolve(this.over());
    return new Promise((resolve, reject) => {
      this.reader = { resolve, reject };
    });
  }

  private over(): IteratorReturnResult<undefined> {
    if (!this.readableEnded) {
      this.readableEnded = true;
      // Not while the parser is still at the end of the data.
      if (this.listenerCount('end') > 0) process.nextTick(() => this.emit('end'));
    }
    return { done: true, value: undefined };
  }
}
