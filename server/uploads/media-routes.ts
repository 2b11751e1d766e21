import path from 'node:path';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiError } from '../platform/http/api-error.ts';
import type { App } from '../platform/http/app-context.ts';
import { sendBytes } from '../platform/http/http-cache.ts';
import { uploadLimit } from '../platform/http/rate-limits.ts';
import type { Server } from '../platform/http/server.ts';
import { admitUpload, receiveFile } from './receive-file.ts';
import { pictureObject } from './shared/picture-objects.ts';
import { UPLOADS, uploadAddresses } from './signed-address.ts';

const FOREVER = 'public, max-age=31536000, immutable';
/** Milliseconds for what a refused sender still has under way. */
const LINGER = 30_000;

/** Published pictures, and the signed addresses that their originals are sent to. */
export function mediaRoutes(app: Server, { config, db, clock, site, storage, secrets }: App): void {
  const addresses = uploadAddresses(site.origin, secrets);
  const parts = { db, clock, storage, folder: path.join(config.dataDir, 'incoming') };

  app.get('/media/:name', { schema: { params: z.object({ name: z.string() }) } }, async (request, reply) => {
    const key = pictureObject(`/media/${request.params.name}`);
    const bytes = key && (await storage.get(key));
    if (!bytes) throw new ApiError('not_found');
    return sendBytes(request, reply, { bytes, type: 'image/webp', cacheControl: FOREVER });
  });

  app.register(async (scope: Server) => {
    scope.removeAllContentTypeParsers();
    // Left unread: it is written to disk piece by piece, once the address is found to be good.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.addHook('onResponse', async (request) => readOff(request));
    scope.put(`${UPLOADS}:id`, { config: { ...uploadLimit, signedUpload: true } }, async (request, reply) => {
      const { 'content-type': type, 'content-length': length } = request.headers;
      const announced = { type: type?.toLowerCase(), length: length === undefined ? undefined : Number(length) };
      const ticket = await admitUpload(parts, addresses.read(request.url), announced);
      const hash = await receiveFile(parts, ticket, request.raw);
      return reply.header('etag', `"${hash}"`).send({});
    });
  });
}

/** A sender that is cut off in mid-sentence never reads the answer: what is on its way is taken and thrown away, for a while. */
function readOff({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return;
  raw.resume();
  const timer = setTimeout(() => raw.destroy(), LINGER).unref();
  raw.once('close', () => clearTimeout(timer)).on('error', () => {});
}
