import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { headerEnd } from '../message/header.ts';
import { bodyFromBuffer, bodyFromFile, type Message } from '../message/message.ts';
import { ClosingReplyError, SmtpReplyError } from '../message/smtp-reply-error.ts';
import { LineWatch } from './line-endings.ts';

const SPOOL_FILE = /\.(\d+)\.spool$/;

/** Makes the spool folder and removes what crashed processes left there; living ones may share it. */
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

/** Memory that messages share while they are here. Beyond `most` bytes each new one spools as soon as it can. */
export class MemoryBudget {
  used = 0;
  readonly most: number;

  constructor(most: number) {
    this.most = most;
  }
}

export interface CollectOptions {
  room: MemoryBudget;
  id: string;
  size: number;
  memoryLimit: number;
  spoolFolder: string;
}

/**
 * Reads a message to its end, in memory or in a spool file when it is large. Always reads everything the client sends,
 * so that the session stays in step, and only then rejects: SmtpReplyError for a message we will not take, another error
 * for a client that went away or a disk that failed.
 */
export async function collect(stream: AsyncIterable<Buffer>, options: CollectOptions): Promise<Message> {
  const lines = new LineWatch();
  const held = new Held(options.memoryLimit, options.room);
  let size = 0;
  let head: Buffer | null = null;
  let spool: Spool | null = null;
  let trouble: unknown = null;
  try {
    for await (const chunk of stream) {
      size += chunk.length;
      if (trouble || size > options.size || lines.broken) continue;
      lines.see(chunk);
      if (!spool && !(held.crowded && endsHeader(held.bytes, chunk)) && held.add(chunk)) continue;
      try {
        if (!spool) {
          head = headOf(Buffer.concat([held.bytes, chunk]));
          if (!head) throw new SmtpReplyError(552, '5.3.4', `Header exceeds the limit of ${options.memoryLimit} bytes`);
          spool = new Spool(join(options.spoolFolder, `${options.id}.${process.pid}.spool`));
          await spool.write(held.bytes);
          held.clear();
        }
        await spool.write(chunk);
      } catch (error) {
        trouble = error;
        held.clear();
      }
    }
    if (trouble) throw trouble;
    lines.end();
    if (lines.broken)
      throw new ClosingReplyError(550, '5.6.0', 'Bare CR or LF in the message: lines must end with CRLF');
    if (size > options.size)
      throw new SmtpReplyError(552, '5.3.4', `Message exceeds the limit of ${options.size} bytes`);
    await spool?.end();
  } catch (error) {
    held.clear();
    await spool?.remove();
    throw error;
  }

  if (!spool || !head) {
    const { bytes } = held;
    const discard = async () => held.clear();
    return { head: bytes.subarray(0, headerEnd(bytes)), body: bodyFromBuffer(bytes), discard };
  }
  const file = spool;
  return { head, body: bodyFromFile(file.path, size), discard: () => file.remove() };
}

function endsHeader(first: Buffer, chunk: Buffer): boolean {
  const bytes = Buffer.concat([first, chunk]);
  return headerEnd(bytes) < bytes.length;
}

/** A header by itself, so that it does not keep the rest in memory; null when its end is not there. */
function headOf(first: Buffer): Buffer | null {
  const end = headerEnd(first);
  return end < first.length ? Buffer.from(first.subarray(0, end)) : null;
}

/** Most mail is smaller. */
const FIRST = 16 * 1024;

/** Bytes in one piece, which grows: a client that sends them one by one fills no list. */
class Held {
  private space = Buffer.alloc(0);
  private length = 0;
  private readonly most: number;
  private readonly room: MemoryBudget;

  constructor(most: number, room: MemoryBudget) {
    this.most = most;
    this.room = room;
  }

  /** Whether too many bytes are held by all messages together. */
  get crowded(): boolean {
    return this.room.used > this.room.most;
  }

  get bytes(): Buffer {
    return this.space.subarray(0, this.length);
  }

  /** False, and nothing is added, when that would be too many. */
  add(chunk: Buffer): boolean {
    const wanted = this.length + chunk.length;
    if (wanted > this.most) return false;
    if (wanted > this.space.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(wanted, this.space.length * 2, FIRST));
      larger.set(this.bytes);
      this.room.used += larger.length - this.space.length;
      this.space = larger;
    }
    this.space.set(chunk, this.length);
    this.length = wanted;
    return true;
  }

  clear(): void {
    this.room.used -= this.space.length;
    this.space = Buffer.alloc(0);
    this.length = 0;
  }
}

class Spool {
  readonly path: string;
  private readonly out: WriteStream;

  constructor(path: string) {
    this.path = path;
    this.out = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    this.out.on('error', () => {}); // write() and end() report it
  }

  write(chunk: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.out.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
  }

  async end(): Promise<void> {
    this.out.end();
    await finished(this.out);
  }

  async remove(): Promise<void> {
    this.out.destroy();
    await rm(this.path, { force: true });
  }
}
