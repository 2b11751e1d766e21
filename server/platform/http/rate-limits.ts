import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { ApiError } from './api-error.ts';
import { networkOf } from './client-network.ts';

/** Calls a network may make in a minute, unless a route says less. */
const CALLS_A_MINUTE = 600;

/** For routes that make us send mail. The inbox has its own cap in the database; this one is for the network that asks. */
export const sendingLimit = { rateLimit: { max: 30, timeWindow: '1 minute' } };

/** For routes that may make us send mail, and mostly don't. */
export const savingLimit = { rateLimit: { max: 90, timeWindow: '1 minute' } };

/** For uploads: each of them costs disk and decoding. */
export const uploadLimit = { rateLimit: { max: 30, timeWindow: '1 minute' } };

/** For what makes us ask PayPal, or holds a handle. */
export const payingLimit = { rateLimit: { max: 30, timeWindow: '1 minute' } };

/** For PayPal's webhook: its servers are few and send in bursts, and what gets 429 is sent again. */
export const webhookLimit = { rateLimit: { max: 300, timeWindow: '1 minute' } };

/** The network that limits in the database count a request against; undefined where networks are not limited. */
export function countedNetwork({ ip }: FastifyRequest, { rateLimits }: Pick<Config, 'rateLimits'>): string | undefined {
  return rateLimits ? networkOf(ip) : undefined;
}

const NONE = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };

/** Limits per network (IPv6 by /64). Kept in memory: they protect this process, the caps that matter are in the database. */
export async function limitNetworks(app: FastifyInstance, on: boolean): Promise<void> {
  if (!on) return;
  await app.register(rateLimit, {
    max: CALLS_A_MINUTE,
    timeWindow: '1 minute',
    // Only Retry-After, and only when it matters: pages go out in one packet less.
    addHeaders: NONE,
    addHeadersOnExceeding: NONE,
    errorResponseBuilder: (_request, { ttl }) =>
      new ApiError('too_many_requests', { retryAfter: Math.ceil(ttl / 1000) }),
  });
}
