import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { chooseCoding } from './http-cache.ts';
import type { Server } from './server.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** What fits one packet together with its headers arrives no sooner when it is smaller. */
const LEAST = 1024;
const TYPES = /^(text\/html|application\/json)\b/;

/**
 * Compresses documents and calls on their way out, off the main thread and at a quality that costs about a millisecond.
 * Files and public pages come compressed already.
 */
export function compressResponses(app: Server): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || !TYPES.test(String(reply.getHeader('content-type')))) return payload;
    if (reply.hasHeader('content-encoding')) return payload;
    reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].flat().filter(Boolean).join(', '));
    const coding = chooseCoding(request.headers['accept-encoding']);
    const plain = Buffer.from(payload);
    if (!coding || plain.length < LEAST) return payload;
    reply.header('content-encoding', coding).removeHeader('content-length');
    if (coding === 'gzip') return zip(plain, { level: 6 });
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      // A window of 256 KB holds any document of ours and is prepared faster than the usual 4 MB.
      [constants.BROTLI_PARAM_LGWIN]: 18,
    };
    return brotli(plain, { params });
  });
}
