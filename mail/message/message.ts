import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Body } from './body.ts';

/** A message as it was received. Its bytes live in memory, or in a spool file once they are many. */
export interface Message {
  /** Header section, the empty line included. */
  head: Buffer;
  body: Body;
  /** Ends the use of a spooled message; its bytes are gone afterwards. */
  discard(): Promise<void>;
}

/** Bytes held in memory as a body. */
export function bodyFromBuffer(...pieces: Buffer[]): Body {
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return { size, chunks: pieces, open: () => Readable.from(pieces, { objectMode: false }) };
}

/** A body in a file. */
export function bodyFromFile(path: string, size: number): Body {
  return { size, open: () => createReadStream(path, { highWaterMark: 256 * 1024 }) };
}

/** `message` with another header section in place of its own; the bytes below are the same. */
export function withHead(message: Message, head: Buffer): Body {
  const { body } = message;
  const skip = message.head.length;
  if (body.chunks) return bodyFromBuffer(head, ...from(body.chunks, skip));
  return {
    size: body.size - skip + head.length,
    open: () => Readable.from(splice(message, head), { objectMode: false }),
  };
}

/** The bytes of a message below its header section, in pieces. */
export function belowHead({ head, body }: Message): Iterable<Buffer> | AsyncIterable<Buffer> {
  return body.chunks ? from(body.chunks, head.length) : skipping(body, head.length);
}

async function* splice(message: Message, head: Buffer): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  yield* belowHead(message);
}

async function* skipping(body: Body, skip: number): AsyncGenerator<Buffer> {
  let left = skip;
  for await (const chunk of body.open() as AsyncIterable<Buffer>) {
    if (left < chunk.length) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

function* from(pieces: readonly Buffer[], skip: number): Generator<Buffer> {
  let left = skip;
  for (const piece of pieces) {
    if (left < piece.length) yield piece.subarray(left);
    left = Math.max(0, left - piece.length);
  }
}
