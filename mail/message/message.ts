import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Body } from './body.ts';
import { countStreamed } from './streamed-bytes.ts';

/** A received message, in memory or, if it is large, in a spool file. */
export interface Message {
  /** Header section, including the empty line. */
  head: Buffer;
  body: Body;
  /** Deletes the spool file. The body cannot be read afterwards. */
  discard(): Promise<void>;
}

/** Deletes the spool file of a message. Never rejects: a file that cannot be removed must not change the reply. */
export async function discardMessage(
  message: Message,
  id: string,
  log: { warn(details: object, text: string): void },
): Promise<void> {
  await message
    .discard()
    .catch((error) =>
      log.warn({ event: 'mail.spool.remove_failed', err: error, id }, 'a spool file could not be removed'),
    );
}

/** Reads the first `maxBytes` of a body. */
export async function readStart(body: Body, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body.open() as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/** Creates a body from bytes in memory. */
export function bodyFromBuffer(...pieces: Buffer[]): Body {
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return { size, chunks: pieces, open: () => Readable.from(pieces, { objectMode: false }) };
}

/** Creates a body from a file. */
export function bodyFromFile(path: string, size: number): Body {
  return { size, open: () => createReadStream(path, { highWaterMark: 64 * 1024 }) };
}

/** Replaces the header section of a message. */
export function withHead(message: Message, head: Buffer): Body {
  const { body } = message;
  const skip = message.head.length;
  if (body.chunks) return bodyFromBuffer(head, ...skipBytes(body.chunks, skip));
  return {
    size: body.size - skip + head.length,
    open: () => Readable.from(splice(message, head), { objectMode: false }),
  };
}

/** Returns the bytes after the header section. */
export function belowHead({ head, body }: Message): Iterable<Buffer> | AsyncIterable<Buffer> {
  return body.chunks ? skipBytes(body.chunks, head.length) : skipStreamBytes(body, head.length);
}

async function* splice(message: Message, head: Buffer): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  yield* belowHead(message);
}

async function* skipStreamBytes(body: Body, skip: number): AsyncGenerator<Buffer> {
  let left = skip;
  for await (const chunk of body.open() as AsyncIterable<Buffer>) {
    countStreamed(chunk.length);
    if (left < chunk.length) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

function* skipBytes(pieces: readonly Buffer[], skip: number): Generator<Buffer> {
  let left = skip;
  for (const piece of pieces) {
    if (left < piece.length) yield piece.subarray(left);
    left = Math.max(0, left - piece.length);
  }
}
