import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { sendClientError } from '../protocol-errors.ts';

/** Milliseconds within which a request, or an upload, must be complete. */
export const REQUEST_TIMEOUT_MS = 30_000;
export const UPLOAD_TIMEOUT_MS = 300_000;

/**
 * Ends connections whose request body arrives too slowly. Node's single limit for all requests must allow for uploads;
 * this hook applies the shorter limit to all other routes.
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
    // A request that is rejected early may still be sending its body, so the response does not stop the timer.
    raw.once('end', stop).once('close', () => raw.complete && stop());
  });
}

/** Returns whether a request announces a body. */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
