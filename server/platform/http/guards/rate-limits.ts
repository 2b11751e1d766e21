import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { deriveKeys } from '../../crypto/secrets.ts';
import type { Queryable } from '../../db/database.ts';
import { ApiError } from '../api-error.ts';
import { callCounterClass } from './call-counter.ts';
import { networkOf, networksOf } from './client-network.ts';
import { GENERAL, isOpenRoute, type NetworkGuard, routeKey } from './network-guard.ts';

/** Calls that a network may make in a minute, unless a route has a lower limit. */
const CALLS_PER_MINUTE = 600;

// `shared` limits count across all processes. The others protect only the called process.

/** For routes that send mail. The database limits mail for each inbox; this limits the calling network. */
export const sendingLimit = { rateLimit: { max: 30, timeWindow: '1 minute', shared: true } };

/**
 * For codes of sign-in emails: allows a network 100 guesses an hour at a million codes, whatever accounts it tries. An
 * IPv6 /48 is counted as one network, because a provider may assign all of it to one customer.
 */
export const codeLimit = {
  rateLimit: {
    max: 100,
    timeWindow: '1 hour',
    shared: true,
    keyGenerator: ({ ip }: FastifyRequest) => networksOf(ip).at(-1) ?? ip,
  },
};

/** For routes that sometimes send mail. */
export const savingLimit = { rateLimit: { max: 90, timeWindow: '1 minute', shared: true } };

/** For uploads, which cost disk space and decoding. */
export const uploadLimit = { rateLimit: { max: 30, timeWindow: '1 minute' } };

/** For routes that call PayPal or hold a handle. */
export const payingLimit = { rateLimit: { max: 30, timeWindow: '1 minute', shared: true } };

/** For PayPal's webhook: a few servers send in bursts, and repeat a message after 429. */
export const webhookLimit = { rateLimit: { max: 300, timeWindow: '1 minute' } };

/** Returns the network under which limits in the database count a request; undefined if networks are not limited. */
export function countedNetwork({ ip }: FastifyRequest, { rateLimits }: Pick<Config, 'rateLimits'>): string | undefined {
  return rateLimits ? networkOf(ip) : undefined;
}

/** Returns all networks under which a request is counted (`networksOf`); empty if networks are not limited. */
export function countedNetworks({ ip }: FastifyRequest, { rateLimits }: Pick<Config, 'rateLimits'>): string[] {
  return rateLimits ? networksOf(ip) : [];
}

const NONE = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };

/**
 * Adds limits for each network (IPv6 by /64) if `guard` is given. The guard learns which requests are misses, and
 * refuses requests above a limit before routing. The first secret hides networks in the database.
 */
export async function limitNetworks(
  app: FastifyInstance,
  guard: NetworkGuard | undefined,
  { db, secrets }: { db: Queryable; secrets: string[] },
): Promise<void> {
  if (!guard) return;
  const [secret] = deriveKeys(secrets, 'network limits');
  if (!secret) throw new Error('Limits of networks require at least one secret');
  await app.register(rateLimit, {
    max: CALLS_PER_MINUTE,
    timeWindow: '1 minute',
    store: callCounterClass(db, secret),
    // Only Retry-After is sent, and only above the limit, because the other headers would make a page exceed one packet.
    addHeaders: NONE,
    addHeadersOnExceeding: NONE,
    errorResponseBuilder: ({ raw, method, routeOptions: { config, url = '' } }, { ttl }) => {
      guard.refuseUntil(raw, config?.rateLimit ? routeKey(method, url) : GENERAL, ttl);
      return new ApiError('too_many_requests', { retryAfter: Math.ceil(ttl / 1000) });
    },
  });
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const name of [method].flat()) guard.addRoute(name, url, config?.rateLimit);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const isMiss = reply.statusCode === 404 || reply.statusCode === 410;
    if (isMiss && (request.is404 || isOpenRoute(request.routeOptions.url ?? ''))) guard.miss(request.raw);
    done();
  });
}
