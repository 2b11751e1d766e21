import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendClientError } from './protocol-errors.ts';

/** Milliseconds within which a request must have arrived whole, and within which an upload must. */
export const REQUEST_TIMEOUT_MS = 30_000;
export const UPLOAD_TIMEOUT_MS = 300_000;

/**
 * Ends connections whose body dribbles in. Node has one limit for all requests, which must be that of uploads; every
 * other route gets the shorter one here.
 */
export function limitBodyDuration(app: FastifyInstance, hsts: string | undefined, within = REQUEST_TIMEOUT_MS): void {
  app.addHook('onRequest', async (request) => {
    if (!hasBody(request) || request.routeOptions.config.signedUpload) return;
    const { raw } = request;
    const timer = setTimeout(() => {
      const slow = Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      if (raw.complete === false) sendClientError(slow, raw.socket, hsts);
    }, within).unref();
    const stop = () => clearTimeout(timer);
    // Answered is not arrived: what is refused early may go on dribbling.
    raw.once('end', stop).once('close', () => raw.complete && stop());
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
