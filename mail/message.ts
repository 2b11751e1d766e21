import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Body } from './ports.ts';

/** A message as it was received. Its bytes live in memory, or in a spool file once they are many. */
export interface Message {
  /** Header section, the empty line included. */
  head: Buffer;
  body: Body;
  /** Ends the use of a spooled message; its bytes are gone afterwards. */
  discard(): Promise<void>;
}

/** Bytes held in memory as a body. */
export function bodyFromBuffer(bytes: Buffer): Body {
  return { size: bytes.length, open: () => Readable.from([bytes], { objectMode: false }) };
}

/** A body in a file. */
export function bodyFromFile(path: string, size: number): Body {
  return { size, open: () => createReadStream(path, { highWaterMark: 256 * 1024 }) };
}

/** `message` with another header section in place of its own; the bytes below are the same. */
export function withHead(message: Message, head: Buffer): Body {
  const skip = message.head.length;
  return {
    size: message.body.size - skip + head.length,
    open: () => Readable.from(splice(message.body, head, skip), { objectMode: false }),
  };
}

async function* splice(body: Body, head: Buffer, skip: number): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  let left = skip;
  for await (const chunk of body.open() as AsyncIterable<Buffer>) {
    if (left >= chunk.length) {
      left -= chunk.length;
      continue;
    }
    yield left > 0 ? chunk.subarray(left) : chunk;
    left = 0;
  }
}
