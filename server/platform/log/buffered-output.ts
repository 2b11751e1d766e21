import { writeSync } from 'node:fs';

/** No more than this at once, or the lines of several processes on one pipe could get into each other (PIPE_BUF). */
const MOST_AT_ONCE = 4096;
/** Bytes that wait for a reader that is behind; what is more is lost. */
const MOST_WAITING = 1024 * 1024;
/** Milliseconds that a line may wait for others. */
const WRITTEN_AFTER = 250;
/** At the end of the process a reader that is behind gets so many chances, a few milliseconds apart. */
const LAST_TRIES = 200;

/** A file that lines go to, many at a time. */
export interface BufferedOutput {
  write(line: string): void;
  /** Writes what waits, as far as that can be done without waiting. */
  flushSync(): void;
}

/**
 * Lines to a file descriptor, many with one system call. Whoever logs waits for nobody: where the disk is full or the
 * reader has gone, lines are lost and the work goes on.
 */
export function bufferedOutput(descriptor: number): BufferedOutput {
  let waiting: string[] = [];
  let length = 0;
  /** What a reader that is behind has left of the last write. */
  let rest: Buffer = Buffer.alloc(0);

  /** False where the reader is behind. */
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
      if (bytes.length <= MOST_WAITING) rest = bytes;
      return rest.length === 0;
    }
    return true;
  }

  setInterval(flush, WRITTEN_AFTER).unref();
  process.on('exit', () => {
    const pause = new Int32Array(new SharedArrayBuffer(4));
    for (let tries = 0; !flush() && tries < LAST_TRIES; tries++) Atomics.wait(pause, 0, 0, 5);
  });

  return {
    write(line) {
      const bytes = Buffer.byteLength(line);
      if (length + bytes > MOST_AT_ONCE) flush();
      waiting.push(line);
      length += bytes;
    },
    flushSync: flush,
  };
}
