import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { headerEnd } from '../message/header.ts';
import { bodyFromBuffer, bodyFromFile, type Message } from '../message/message.ts';
import { ClosingReplyError, SmtpReplyError } from '../message/smtp-reply-error.ts';
import { countStreamed } from '../message/streamed-bytes.ts';
import { LineEndingCheck } from './line-endings.ts';

const SPOOL_FILE = /\.(\d+)\.spool$/;

const EMPTY_LINE = Buffer.from('\r\n\r\n');

/**
 * Creates the spool folder and removes files of processes that no longer run; running processes may share the folder.
 */
export async function sweepSpool(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const file of await readdir(folder)) {
    const pid = Number(SPOOL_FILE.exec(file)?.[1]);
    if (pid && (pid === process.pid || !isAlive(pid))) await rm(join(folder, file), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Memory shared by all messages in transfer. Beyond `maxBytes`, new messages are spooled once their header is complete. */
export class MemoryBudget {
  used = 0;
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }
}

export interface CollectOptions {
  memory: MemoryBudget;
  id: string;
  size: number;
  memoryLimit: number;
  spoolFolder: string;
}

/**
 * Reads a message into memory, or into a spool file if it is large. Always reads to the end of the data, then rejects: with
 * SmtpReplyError for an invalid message, with another error if the client disconnected or the disk failed.
 */
export async function collectMessage(stream: AsyncIterable<Buffer>, options: CollectOptions): Promise<Message> {
  const lines = new LineEndingCheck();
  const header = new HeaderWatch();
  const buffered = new GrowingBuffer(options.memoryLimit, options.memory);
  let size = 0;
  let head: Buffer | null = null;
  let spool: Spool | null = null;
  let failure: unknown = null;
  try {
    for await (const chunk of stream) {
      size += chunk.length;
      if (failure || size > options.size || lines.broken) continue;
      lines.update(chunk);
      header.update(chunk);
      if (!spool && !(buffered.isOverBudget && header.hasEnded) && buffered.add(chunk)) continue;
      try {
        if (!spool) {
          head = headOf(Buffer.concat([buffered.bytes, chunk]));
          if (!head) throw new SmtpReplyError(552, '5.3.4', `Header exceeds the limit of ${options.memoryLimit} bytes`);
          spool = new Spool(join(options.spoolFolder, `${options.id}.${process.pid}.spool`));
          await spool.write(buffered.bytes);
          buffered.clear();
        }
        await spool.write(chunk);
      } catch (error) {
        failure = error;
        buffered.clear();
      }
    }
    if (failure) throw failure;
    lines.end();
    if (lines.broken)
      throw new ClosingReplyError(550, '5.6.0', 'Bare CR or LF in the message: lines must end with CRLF');
    if (size > options.size)
      throw new SmtpReplyError(552, '5.3.4', `Message exceeds the limit of ${options.size} bytes`);
    await spool?.end();
  } catch (error) {
    buffered.clear();
    await spool?.remove();
    throw error;
  }

  if (!spool || !head) {
    const { bytes } = buffered;
    const discard = async () => buffered.clear();
    return { head: bytes.subarray(0, headerEnd(bytes)), body: bodyFromBuffer(bytes), discard };
  }
  const file = spool;
  return { head, body: bodyFromFile(file.path, size), discard: () => file.remove() };
}

/** Looks for the empty line after the header in chunks of any size; reads each chunk once. */
class HeaderWatch {
  /** Whether the body has begun. */
  hasEnded = false;
  /** The bytes before the next chunk. Initially a line end, because a header may be empty. */
  #before = EMPTY_LINE.subarray(0, 2);

  update(chunk: Buffer): void {
    if (this.hasEnded) return;
    const bytes = Buffer.concat([this.#before, chunk]);
    const end = bytes.indexOf(EMPTY_LINE);
    this.hasEnded = end >= 0 && end + EMPTY_LINE.length < bytes.length;
    this.#before = bytes.subarray(-EMPTY_LINE.length);
  }
}

/** Returns a copy of the header, which does not keep the rest in memory; null if the header is incomplete. */
function headOf(first: Buffer): Buffer | null {
  const end = headerEnd(first);
  return end < first.length ? Buffer.from(first.subarray(0, end)) : null;
}

/** Initial size of the buffer, into which most messages fit. */
const INITIAL_SIZE = 8 * 1024;

/** One contiguous buffer. A list of chunks would grow too long if a client sends single bytes. */
class GrowingBuffer {
  #space = Buffer.alloc(0);
  #length = 0;
  readonly #maxBytes: number;
  readonly #budget: MemoryBudget;

  constructor(maxBytes: number, budget: MemoryBudget) {
    this.#maxBytes = maxBytes;
    this.#budget = budget;
  }

  /** Whether the messages together exceed the memory budget. */
  get isOverBudget(): boolean {
    return this.#budget.used > this.#budget.maxBytes;
  }

  get bytes(): Buffer {
    return this.#space.subarray(0, this.#length);
  }

  /** Appends a chunk; returns false, without appending, if the limit would be exceeded. */
  add(chunk: Buffer): boolean {
    const wanted = this.#length + chunk.length;
    if (wanted > this.#maxBytes) return false;
    if (wanted > this.#space.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(wanted, this.#space.length * 2, INITIAL_SIZE));
      larger.set(this.bytes);
      this.#budget.used += larger.length - this.#space.length;
      this.#space = larger;
    }
    this.#space.set(chunk, this.#length);
    this.#length = wanted;
    return true;
  }

  clear(): void {
    this.#budget.used -= this.#space.length;
    this.#space = Buffer.alloc(0);
    this.#length = 0;
  }
}

class Spool {
  readonly path: string;
  readonly #out: WriteStream;
  /** False if the file could not be created: one that existed before stays. */
  #isCreated = false;

  constructor(path: string) {
    this.path = path;
    this.#out = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    this.#out.once('open', () => {
      this.#isCreated = true;
    });
    this.#out.on('error', () => {}); // write() and end() report it
  }

  write(chunk: Buffer): Promise<void> {
    countStreamed(chunk.length);
    return new Promise((resolve, reject) => {
      this.#out.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
  }

  async end(): Promise<void> {
    this.#out.end();
    await finished(this.#out);
  }

  async remove(): Promise<void> {
    this.#out.destroy();
    if (this.#isCreated) await rm(this.path, { force: true });
  }
}
