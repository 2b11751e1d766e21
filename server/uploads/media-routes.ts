import path from 'node:path';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiError } from '../platform/http/api-error.ts';
import type { App } from '../platform/http/app-context.ts';
import { sendBytes } from '../platform/http/cache/http-cache.ts';
import { uploadLimit } from '../platform/http/guards/rate-limits.ts';
import type { Server } from '../platform/http/server.ts';
import { pictureObject } from '../platform/storage/picture-objects.ts';
import type { HiddenPictures } from './hidden-pictures.ts';
import { checkUpload, receiveFile } from './receive-file.ts';
import { UPLOADS, uploadAddresses } from './signed-address.ts';

const FOREVER = 'public, max-age=31536000, immutable';
/** Milliseconds to read the rest of a rejected upload. */
const LINGER = 30_000;

/** Routes of published pictures, and of the signed addresses to which their originals are uploaded. */
export function mediaRoutes(
  app: Server,
  { config, db, clock, site, storage, secrets }: App,
  hidden: Pick<HiddenPictures, 'reasonFor'>,
): void {
  const addresses = uploadAddresses(site.origin, secrets);
  const parts = { db, clock, storage, folder: path.join(config.dataDir, 'incoming') };

  app.get('/media/:name', { schema: { params: z.object({ name: z.string() }) } }, async (request, reply) => {
    const address = `/media/${request.params.name}`;
    const reason = hidden.reasonFor(address);
    if (reason) throw new ApiError(reason === 'removed' ? 'picture_removed' : 'not_found');
    const key = pictureObject(address);
    const bytes = key && (await storage.get(key));
    if (!bytes) throw new ApiError('not_found');
    return sendBytes(request, reply, { bytes, type: 'image/webp', cacheControl: FOREVER });
  });

  app.register(async (scope: Server) => {
    scope.removeAllContentTypeParsers();
    // The body is not read here, but streamed to disk once the address is verified.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.addHook('onResponse', async (request) => drain(request));
    scope.put(`${UPLOADS}:id`, { config: { ...uploadLimit, signedUpload: true } }, async (request, reply) => {
      const { 'content-type': type, 'content-length': length } = request.headers;
      const announced = { type: type?.toLowerCase(), length: length === undefined ? undefined : Number(length) };
      const ticket = await checkUpload(parts, addresses.read(request.url), announced);
      const hash = await receiveFile(parts, ticket, request.raw);
      return reply.header('etag', `"${hash}"`).send({});
    });
  });
}

/**
 * Reads and discards the rest of a rejected upload for some seconds, because a client that cannot finish sending never
 * reads the response.
 */
function drain({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return;
  raw.resume();
  const timer = setTimeout(() => raw.destroy(), LINGER).unref();
  raw.once('close', () => clearTimeout(timer)).on('error', () => {});
}
