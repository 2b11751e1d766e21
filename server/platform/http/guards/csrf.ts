import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { ApiError } from '../api-error.ts';
import { isTooDeep } from './json-depth.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The URL itself authorises the write. No cookie is read, so another site gains nothing. */
    signedUpload?: boolean;
    /** The body carries the sender's signature (PayPal's webhook). No cookie is read. */
    signedMessage?: boolean;
    /** Counts a click on a public page. Browsers send `Origin: null` there, because links have rel=noreferrer. */
    clickPing?: boolean;
  }
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns our origins: the public one, and in local mode the other names of this machine on the same port. */
export function allowedOrigins(config: Pick<Config, 'site' | 'port'>): Set<string> {
  const origins = new Set([config.site.origin]);
  if (config.site.localMode) {
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      origins.add(`http://${host}:${config.port}`);
    }
  }
  return origins;
}

/**
 * Rejects writes that do not come from our own pages, by Origin or Sec-Fetch-Site. Accepts only JSON, which a foreign
 * form cannot send, or an empty body.
 */
export function rejectCrossSiteWrites(app: FastifyInstance, config: Config): void {
  const ours = allowedOrigins(config);
  app.addHook('onRequest', async (request) => {
    const { signedUpload, signedMessage, clickPing } = request.routeOptions.config;
    if (SAFE.has(request.method) || signedUpload || signedMessage || clickPing) return;
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    if (origin !== undefined ? !ours.has(origin) : site === 'cross-site' || site === 'same-site') {
      throw new ApiError('wrong_origin');
    }
  });

  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    if (isTooDeep(body as string)) return done(new ApiError('invalid_json'));
    return parseJson(request, body as string, done);
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    return done(new ApiError('wrong_content_type'));
  });
}

/** Maximum bytes of a body without a session: an address, a name, a passkey's signature. */
const MAX_ANONYMOUS_BYTES = 16 * 1024;

/** Limits the bodies of calls that need no session, unless they are signed. Call this before the routes are registered. */
export function limitAnonymousBodies(app: FastifyInstance, required: unknown): void {
  app.addHook('onRoute', (route) => {
    const needsSession = [route.onRequest].flat().includes(required as never);
    // Forms of pages have their own limits, which this one would replace.
    const isCall = /^\/(api|paypal)\//.test(route.url);
    if (isCall && !needsSession && !route.config?.signedMessage) route.bodyLimit ??= MAX_ANONYMOUS_BYTES;
  });
}

/** Forbids caching of every response without Cache-Control, because most responses belong to one account. */
export function noStoreByDefault(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
