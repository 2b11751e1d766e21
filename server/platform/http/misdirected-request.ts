import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { ApiError } from './api-error.ts';
import { hostnameOf, isLoopbackName } from './loopback.ts';

/** Asked by load balancers and supervisors by address, whatever the site is called. */
const UNDER_ANY_NAME = new Set(['/healthz', '/readyz']);

/**
 * Answers 421 (RFC 9110 15.5.20) to requests for a host that is not ours: PUBLIC_URL's, the names in `others`, and in local
 * mode the names of this machine. Nothing is built from the Host header; a site that a stranger points at us, or a proxy
 * that forgets to pass the header on, is noticed instead of served. The port is not compared: a proxy may have another.
 */
export function rejectUnknownHosts(app: FastifyInstance, { site }: Config, others: string[]): void {
  const ours = new Set([new URL(site.origin).hostname, ...others]);
  app.addHook('onRequest', async (request) => {
    if (UNDER_ANY_NAME.has(request.routeOptions.url ?? '')) return;
    const hostname = hostnameOf(request.headers.host);
    if (hostname !== null && (ours.has(hostname) || (site.localMode && isLoopbackName(hostname)))) return;
    throw new ApiError('misdirected');
  });
}
