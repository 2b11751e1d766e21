import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { ApiError } from '../api-error.ts';
import { hostnameOf, isLoopbackName } from './loopback.ts';

/** Load balancers and supervisors request these by address, under any host name. */
const UNDER_ANY_NAME = new Set(['/healthz', '/readyz']);

/**
 * Rejects requests for an unknown host with 421 (RFC 9110 15.5.20). Known are the host of PUBLIC_URL, those in `others`, and
 * in local mode the names of this machine. This exposes foreign names that point here, and proxies that do not pass on the
 * Host header. The port is not compared, because a proxy may listen on another one.
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
