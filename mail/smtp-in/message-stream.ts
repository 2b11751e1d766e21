import { EventEmitter } from 'node:events';

/** Unread bytes at which the parser stops reading from the client. */
const MAX_BUFFERED = 64 * 1024;

interface Reader {
  resolve(result: IteratorResult<Buffer, undefined>): void;
  reject(error: Error): void;
}

/**
 * The bytes of one message, from the parser to one reader. Implements only what smtp-server needs of a stream, because a
 * Node stream costs as much as the rest of receiving a small message.
 */
export class MessageStream extends EventEmitter implements AsyncIterable<Buffer> {
  /** Set by the parser. */
  byteLength = 0;
  sizeExceeded = false;
  writableEnded = false;
  readableEnded = false;
  destroyed = false;
  /** As in Node streams: null until a reader is attached. */
  readableFlowing: boolean | null = null;
  private readonly chunks: Buffer[] = [];
  private bufferedBytes = 0;
  private reader: Reader | null = null;
  private error: Error | null = null;

  get writable(): boolean {
    return !this.writableEnded && !this.destroyed;
  }

  get readable(): boolean {
    return !this.readableEnded && !this.destroyed;
  }

  /** Returns false if the parser must wait for 'drain' or 'close'. */
  write(chunk: Buffer): boolean {
    if (!this.writable || chunk.length === 0) return true;
    const { reader } = this;
    if (reader) {
      this.reader = null;
      reader.resolve({ done: false, value: chunk });
    } else {
      this.chunks.push(chunk);
      this.bufferedBytes += chunk.length;
    }
    return this.bufferedBytes < MAX_BUFFERED;
  }

  end(chunk?: Buffer): void {
    if (chunk) this.write(chunk);
    this.writableEnded = true;
    const { reader } = this;
    this.reader = null;
    reader?.resolve(this.endResult());
  }

  /** Discards unread bytes; the reader rejects with `error`. */
  destroy(error = new Error('The client disconnected before the end of the message')): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.error = error;
    this.chunks.length = 0;
    this.bufferedBytes = 0;
    this.reader?.reject(error);
    this.reader = null;
    this.emit('close');
  }

  /** Discards everything up to the end. */
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
    const chunk = this.chunks.shift();
    if (chunk) {
      const full = this.bufferedBytes >= MAX_BUFFERED;
      this.bufferedBytes -= chunk.length;
      if (full && this.bufferedBytes < MAX_BUFFERED) this.emit('drain');
      return Promise.resolve({ done: false, value: chunk });
    }
    if (this.error) return Promise.reject(this.error);
    if (this.writableEnded) return Promise.resolve(this.endResult());
    return new Promise((resolve, reject) => {
      this.reader = { resolve, reject };
    });
  }

  private endResult(): IteratorReturnResult<undefined> {
    if (!this.readableEnded) {
      this.readableEnded = true;
      // Deferred because the parser is still processing the end of the data.
      if (this.listenerCount('end') > 0) process.nextTick(() => this.emit('end'));
    }
    return { done: true, value: undefined };
  }
}
