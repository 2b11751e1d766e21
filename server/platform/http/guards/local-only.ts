import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { logSecurity } from '../../log/security-log.ts';
import { ApiError } from '../api-error.ts';
import { hostnameOf, isLoopbackAddress, isLoopbackName } from './loopback.ts';

/** Headers that a proxy or a tunnel adds; behind one, a loopback peer may be any client. */
const FORWARDED =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|x-original-.*|true-client-ip|cf-connecting-ip)$/;

/** Returns whether a route is reserved for the developer at this machine. */
function isLocalOnly(url: string): boolean {
  return url === '/api/dev-login' || url === '/dev' || url.startsWith('/dev/');
}

/**
 * Responds with 404 for the outbox, the development sign-in and the PayPal emulator unless the request comes from this
 * machine: from a loopback peer, for a loopback name or that of PUBLIC_URL, and without a header that a proxy adds. The
 * name is checked because a foreign site may point its own name at 127.0.0.1 (DNS rebinding).
 */
export function guardLocalOnly(app: FastifyInstance, { site, listenHost }: Config): void {
  const ours = [new URL(site.origin).hostname, hostnameOf(listenHost.includes(':') ? `[${listenHost}]` : listenHost)];
  app.addHook('onRequest', async (request) => {
    if (!isLocalOnly(request.routeOptions.url ?? '')) return;
    const hostname = hostnameOf(request.headers.host);
    const isOurName = hostname !== null && (isLoopbackName(hostname) || ours.includes(hostname));
    if (!isOurName || !isFromHere(request) || Object.keys(request.headers).some((name) => FORWARDED.test(name))) {
      logSecurity(request, 'security.local_only_refused');
      throw new ApiError('not_found');
    }
  });
}

/** Returns whether the peer of the connection is this machine, regardless of headers that TRUST_PROXY accepts. */
function isFromHere({ raw }: FastifyRequest): boolean {
  const { remoteAddress, localAddress } = raw.socket;
  // The addresses are equal when the process calls itself and LISTEN_HOST is not a loopback address.
  return remoteAddress !== undefined && (isLoopbackAddress(remoteAddress) || remoteAddress === localAddress);
}
