import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import type pg from 'pg';
import type { Body } from '../../../mail/message/body.ts';
import { bodyFromBuffer } from '../../../mail/message/message.ts';
import { countStreamed } from '../../../mail/message/streamed-bytes.ts';

const compressInThread = promisify(zstdCompress);
const decompressInThread = promisify(zstdDecompress);

export const CHUNK_BYTES = 256 * 1024;

/** Up to this size, using the thread pool costs more than the work itself, which takes about 40 microseconds. */
const SYNC_BYTES = 16 * 1024;

const ONE_CHUNK = { chunkSize: CHUNK_BYTES };
const MIN_RESULT = 1024;

/**
 * Compresses bytes. With a known size, the compressor allocates only the memory that it needs, and takes a tenth of the
 * time. The result gets a single buffer; by default it would be assembled from pieces of 16 KB.
 */
async function compress(bytes: Buffer): Promise<Buffer> {
  const options = { pledgedSrcSize: bytes.length, chunkSize: Math.max(MIN_RESULT, bytes.length) };
  return bytes.length <= SYNC_BYTES ? zstdCompressSync(bytes, options) : compressInThread(bytes, options);
}

async function decompress(bytes: Buffer): Promise<Buffer> {
  return bytes.length <= SYNC_BYTES / 2 ? zstdDecompressSync(bytes) : decompressInThread(bytes, ONE_CHUNK);
}

/**
 * Returns a body in compressed chunks, each of at most 256 KB of the body, so that a large message is never entirely in
 * memory. All chunks share one buffer, because garbage outside V8's heap grows by 64 MB before it is collected.
 */
export async function* chunksOf(body: Body): AsyncGenerator<Buffer> {
  const chunk = Buffer.allocUnsafeSlow(Math.max(1, Math.min(body.size, CHUNK_BYTES)));
  let size = 0;
  for await (const piece of body.open() as AsyncIterable<Buffer>) {
    for (let at = 0; at < piece.length; ) {
      const copied = piece.copy(chunk, size, at);
      at += copied;
      size += copied;
      if (size < chunk.length) continue;
      yield await compress(chunk);
      countStreamed(size);
      size = 0;
    }
  }
  if (size > 0) yield await compress(chunk.subarray(0, size));
}

/** Returns a body that is stored in one chunk. */
export async function readBody(chunk: Buffer): Promise<Body> {
  return bodyFromBuffer(await decompress(chunk));
}

/** Returns a stored body that is read chunk by chunk on demand. */
export function storedBody(pool: pg.Pool, messageId: string, size: number): Body {
  return { size, open: () => Readable.from(read(pool, messageId, size), { objectMode: false }) };
}

async function* read(pool: pg.Pool, messageId: string, size: number): AsyncGenerator<Buffer> {
  const count = Math.ceil(size / CHUNK_BYTES);
  for (let position = 0; position < count; position++) {
    const { rows } = await pool.query<{ bytes: Buffer }>(
      'select bytes from mail_chunks where message_id = $1 and position = $2',
      [messageId, position],
    );
    const stored = rows[0]?.bytes;
    if (!stored) throw new Error(`Chunk ${position} of message ${messageId} is missing`);
    countStreamed(CHUNK_BYTES);
    yield await decompress(stored);
  }
}
