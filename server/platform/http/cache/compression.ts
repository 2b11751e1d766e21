import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Server } from '../server.ts';
import { chooseCoding } from './http-cache.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** A body that fits into one packet with its headers gains nothing from compression. */
const MIN_BYTES = 1024;
const TYPES = /^(text\/html|application\/json)\b/;

/** Returns the Brotli window for a body: allocating the default of 4 MB takes twenty times as long as compressing a page. */
const windowFor = (bytes: number) => Math.min(22, Math.max(16, Math.ceil(Math.log2(bytes))));

/** Compresses bytes that are sent many times, at a high quality. */
export async function compressAhead(bytes: Buffer): Promise<Record<'br' | 'gzip', Buffer>> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_LGWIN]: windowFor(bytes.length),
  };
  const [br, gzipped] = await Promise.all([brotli(bytes, { params }), zip(bytes, { level: 9 })]);
  return { br, gzip: gzipped };
}

/**
 * Compresses documents and JSON responses off the main thread, at a quality that costs about a millisecond. Files and public
 * pages are compressed in advance.
 */
export function compressResponses(app: Server): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || !TYPES.test(String(reply.getHeader('content-type')))) return payload;
    if (reply.hasHeader('content-encoding')) return payload;
    reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].flat().filter(Boolean).join(', '));
    const coding = chooseCoding(request.headers['accept-encoding']);
    const plain = Buffer.from(payload);
    if (!coding || plain.length < MIN_BYTES) return payload;
    reply.header('content-encoding', coding).removeHeader('content-length');
    if (coding === 'gzip') return zip(plain, { level: 6 });
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      // A window of 256 KB holds every document and is allocated faster than the default of 4 MB.
      [constants.BROTLI_PARAM_LGWIN]: 18,
    };
    return brotli(plain, { params });
  });
}
