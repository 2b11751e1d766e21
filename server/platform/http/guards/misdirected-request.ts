import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { ApiError } from '../api-error.ts';
import { hostnameOf, isLoopbackName } from './loopback.ts';

/** Load balancers and supervisors request these by address, under any host name. */
const UNDER_ANY_NAME = new Set(['/healthz', '/readyz']);

/**
 * Rejects requests for an unknown host with 421 (RFC 9110 15.5.20). The known hosts are that of PUBLIC_URL, those in
 * `others`, and in local mode the names of this machine. The rejection exposes foreign names that point here, and
 * proxies that do not pass on the Host header. Ports are not compared, because a proxy may listen on another one.
 */
export function rejectUnknownHosts(app: FastifyInstance, { site }: Config, others: string[]): void {
  const ours = new Set([new URL(site.origin).hostname, ...others]);
  app.addHook('onRequest', async (request) => {
    if (UNDER_ANY_NAME.has(request.routeOptions.url ?? '')) return;
    // Node reads the first Host header, and a proxy may have read another one (RFC 9112 3.2).
    if (countHosts(request.raw.rawHeaders) > 1) throw new ApiError('invalid_input');
    const hostname = hostnameOf(request.headers.host);
    if (hostname !== null && (ours.has(hostname) || (site.localMode && isLoopbackName(hostname)))) return;
    throw new ApiError('misdirected');
  });
}

/** Counts the Host headers in `rawHeaders`, which alternates names and values. */
function countHosts(rawHeaders: string[]): number {
  return rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length;
}
