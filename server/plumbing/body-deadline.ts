import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerClientError } from './protocol-errors.ts';

/** Milliseconds within which a request must have arrived whole, and within which an upload must. */
export const BODY_WITHIN = 30_000;
export const UPLOAD_WITHIN = 300_000;

/**
 * Ends connections whose body dribbles in. Node has one limit for all requests, which must be that of uploads; every
 * other route gets the shorter one here.
 */
export function limitBodies(app: FastifyInstance, https: boolean): void {
  app.addHook('onRequest', async (request) => {
    if (!hasBody(request) || request.routeOptions.config.signedUpload) return;
    const { raw } = request;
    const timer = setTimeout(() => {
      if (raw.complete) return;
      answerClientError(Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket, https);
    }, BODY_WITHIN).unref();
    raw.once('close', () => raw.complete && clearTimeout(timer));
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
