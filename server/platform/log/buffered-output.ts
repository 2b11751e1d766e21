import { writeSync } from 'node:fs';

/** Larger writes of several processes to one pipe could be interleaved (PIPE_BUF). */
const MAX_WRITE_BYTES = 4096;
/** Bytes kept for a slow reader; more are dropped. */
const MAX_PENDING_BYTES = 1024 * 1024;
const FLUSH_INTERVAL_MS = 250;
/** At exit, the number of attempts to write the remaining bytes to a slow reader, 5 ms apart. */
const EXIT_ATTEMPTS = 200;

/** A file to which lines are written in batches. */
export interface BufferedOutput {
  write(line: string): void;
  /** Writes the buffered lines, as far as possible without blocking. */
  flushSync(): void;
}

/**
 * Writes lines to a file descriptor, many with one system call. Logging never blocks: if the disk is full or the reader has
 * closed the pipe, lines are dropped. `pino.destination` is not used because it retries forever in both cases (log.test.ts).
 */
export function bufferedOutput(descriptor: number): BufferedOutput {
  let waiting: string[] = [];
  let length = 0;
  /** Bytes of the last write that a slow reader has not accepted. */
  let rest: Buffer = Buffer.alloc(0);

  /** Returns false if the reader is slow and bytes are pending. */
  function flush(): boolean {
    if (length === 0 && rest.length === 0) return true;
    let bytes = length === 0 ? rest : Buffer.concat([rest, Buffer.from(waiting.join(''))]);
    waiting = [];
    length = 0;
    rest = Buffer.alloc(0);
    try {
      while (bytes.length > 0) bytes = bytes.subarray(writeSync(descriptor, bytes));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EAGAIN' && code !== 'EBUSY') return true;
      if (bytes.length <= MAX_PENDING_BYTES) rest = bytes;
      return rest.length === 0;
    }
    return true;
  }

  setInterval(flush, FLUSH_INTERVAL_MS).unref();
  process.on('exit', () => {
    const pause = new Int32Array(new SharedArrayBuffer(4));
    for (let attempts = 0; !flush() && attempts < EXIT_ATTEMPTS; attempts++) Atomics.wait(pause, 0, 0, 5);
  });

  return {
    write(line) {
      const bytes = Buffer.byteLength(line);
      if (length + bytes > MAX_WRITE_BYTES) flush();
      waiting.push(line);
      length += bytes;
    },
    flushSync: flush,
  };
}
