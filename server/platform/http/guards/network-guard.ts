import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import createRouter, { type HTTPMethod } from 'find-my-way';
import { LRUCache } from 'lru-cache';
import { MINUTE } from '../../../../contract/time.ts';
import type { IsProxy } from '../../config/proxy-network.ts';
import { type Clock, systemClock } from '../../jobs/clock.ts';
import { hasBody } from './body-deadline.ts';
import { clientAddress } from './client-address.ts';
import { networksOf } from './client-network.ts';

/** Misses allowed to a network in a minute. A browser causes none, and a crawler of old addresses about one a second. */
export const MISSES_PER_MINUTE = 300;
/** Requests to the framework allowed to a network in a minute. Pages in memory do not reach it and are not counted. */
export const REQUESTS_PER_MINUTE = 3000;
/** Share of the requests in progress that one network may have. */
const SHARE = 1 / 4;
/** The same limits for a /48, as multiples: providers may give all of its 65536 networks to one customer. */
const SITE = { counts: 4, share: 2 };
const MAX_NETWORKS = 20_000;

/** Headers with which a proxy names its client. */
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip'];
const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv6');

/** The group of all routes that share the general limit of calls. */
export const GENERAL = 'general';

/** A refusal: when the network may try again, and whether this is its first refusal since it was within limits. */
export interface NetworkRefusal {
  network: string;
  retryAfter: number;
  isFirst: boolean;
}

interface Minute {
  endsAt: number;
  requests: number;
  misses: number;
  /** The time until which the calls of a route, or of GENERAL, are refused. */
  refused: Map<string, number>;
  isLogged: boolean;
}

interface RouteFacts {
  /** The route or group whose limit applies; undefined if no limit does. */
  limit: string | undefined;
  /** Whether the path begins with a parameter, so that any text leads to the route. */
  isOpen: boolean;
}

/**
 * Keeps one network from occupying the process, before routing, queries and rendering. Limits its share of the requests
 * in progress, its misses and its requests, and applies the limits of routes that the framework has found exceeded. A
 * network is an IPv4 address or an IPv6 /64; a /48 also has limits. Everything is counted in this process.
 */
export class NetworkGuard {
  /** Returns whether something exists at a path that begins with a parameter. Called only for networks with too many misses. */
  exists: (params: Record<string, string | undefined>) => boolean | Promise<boolean> = () => true;
  /** Called once if a proxy that is missing from TRUST_PROXY connects. */
  onUnknownProxy: () => void = () => {};
  readonly #routes = createRouter({ ignoreTrailingSlash: true, maxParamLength: 500 });
  readonly #minutes = new LRUCache<string, Minute>({ max: MAX_NETWORKS });
  readonly #inProgress = new Map<string, number>();
  readonly #entered = new WeakMap<IncomingMessage, string[]>();
  readonly #networks = new WeakMap<IncomingMessage, string[]>();
  readonly #share: number;
  readonly #isProxy: IsProxy;
  readonly #clock: Clock;
  #hasSeenProxy = false;

  /** `max`: requests in progress of all networks. `isProxy`: TRUST_PROXY. */
  constructor({ max, isProxy, clock = systemClock }: { max: number; isProxy: IsProxy; clock?: Clock }) {
    this.#share = Math.ceil(max * SHARE);
    this.#isProxy = isProxy;
    this.#clock = clock;
  }

  #now(): number {
    return this.#clock().getTime();
  }

  addRoute(method: string, url: string, rateLimit: object | false | undefined): void {
    const limit = rateLimit === undefined ? GENERAL : rateLimit ? routeKey(method, url) : undefined;
    const facts: RouteFacts = { limit, isOpen: isOpenRoute(url) };
    if (this.#routes.findRoute(method as HTTPMethod, url) === null)
      this.#routes.on(method as HTTPMethod, url, () => {}, facts);
  }

  /** Returns undefined if the request may reach the framework, which then must call `leave`. */
  admit(request: IncomingMessage): NetworkRefusal | undefined | Promise<NetworkRefusal | undefined> {
    const networks = this.#networksOf(request);
    for (const [at, network] of networks.entries()) {
      const refusal = this.#refusal(network, at, request);
      if (refusal === undefined) continue;
      if (refusal !== 'unless it exists') return refusal;
      const { params } = this.#find(request) ?? {};
      const exists = this.exists(params ?? {});
      if (exists === true) continue;
      if (exists === false) return this.#refuse(network);
      return exists.then((found) => (found ? this.#begin(request, networks) : this.#refuse(network)));
    }
    return this.#begin(request, networks);
  }

  /** Counts a request as in progress. Further calls for the same request have no effect. */
  enter(request: IncomingMessage): void {
    if (this.#entered.has(request)) return;
    const networks = this.#networksOf(request);
    this.#entered.set(request, networks);
    for (const network of networks) this.#inProgress.set(network, (this.#inProgress.get(network) ?? 0) + 1);
  }

  /** Ends the count of a request as in progress. */
  leave(request: IncomingMessage): void {
    for (const network of this.#entered.get(request) ?? []) {
      const count = (this.#inProgress.get(network) ?? 1) - 1;
      if (count > 0) this.#inProgress.set(network, count);
      else this.#inProgress.delete(network);
    }
    this.#entered.set(request, []);
  }

  /** Counts a request for something that does not exist. */
  miss(request: IncomingMessage): void {
    for (const network of this.#networksOf(request)) this.#minute(network).misses += 1;
  }

  /** Returns whether the network of a request has used up its misses of this minute. */
  hasTooManyMisses(request: IncomingMessage): boolean {
    return this.#networksOf(request).some(
      (network, at) => this.#minute(network).misses >= limitAt(MISSES_PER_MINUTE, at),
    );
  }

  /** Refuses further calls under the same limit for this time. */
  refuseUntil(request: IncomingMessage, limit: string, milliseconds: number): void {
    const [network] = this.#networksOf(request);
    if (network !== undefined) this.#minute(network).refused.set(limit, this.#now() + milliseconds);
  }

  #refusal(network: string, at: number, request: IncomingMessage): NetworkRefusal | 'unless it exists' | undefined {
    if ((this.#inProgress.get(network) ?? 0) >= this.#share * (at === 0 ? 1 : SITE.share))
      return this.#refuse(network, 1);
    const minute = this.#minutes.get(network);
    if (!minute || minute.endsAt <= this.#now()) return undefined;
    if (minute.requests >= limitAt(REQUESTS_PER_MINUTE, at)) return this.#refuse(network);
    const isOver = minute.misses >= limitAt(MISSES_PER_MINUTE, at);
    if (!isOver && minute.refused.size === 0) return undefined;
    const { store } = this.#find(request) ?? {};
    const facts = store as RouteFacts | undefined;
    if (isOver && !facts) return this.#refuse(network);
    const until = minute.refused.get(facts ? (facts.limit ?? '') : GENERAL) ?? 0;
    if (until > this.#now()) return this.#refuse(network, Math.ceil((until - this.#now()) / 1000));
    return isOver && facts?.isOpen && (request.method === 'GET' || request.method === 'HEAD')
      ? 'unless it exists'
      : undefined;
  }

  #refuse(network: string, retryAfter?: number): NetworkRefusal {
    const minute = this.#minute(network);
    const isFirst = !minute.isLogged;
    minute.isLogged = true;
    return { network, isFirst, retryAfter: retryAfter ?? Math.max(1, Math.ceil((minute.endsAt - this.#now()) / 1000)) };
  }

  #begin(request: IncomingMessage, networks: string[]): undefined {
    for (const network of networks) this.#minute(network).requests += 1;
    // A body may take a long time to arrive, so such a request is in progress only once it is complete.
    if (!hasBody(request)) this.enter(request);
  }

  #find({ method, url = '' }: IncomingMessage) {
    return this.#routes.find(method as HTTPMethod, url);
  }

  #minute(network: string): Minute {
    const now = this.#now();
    const found = this.#minutes.get(network);
    if (found && found.endsAt > now) return found;
    const refused = new Map([...(found?.refused ?? [])].filter(([, until]) => until > now));
    const minute = { endsAt: now + MINUTE, requests: 0, misses: 0, refused, isLogged: false };
    this.#minutes.set(network, minute);
    return minute;
  }

  /** Returns the networks that a request counts against; empty if it came through a proxy that is missing from TRUST_PROXY. */
  #networksOf(request: IncomingMessage): string[] {
    let networks = this.#networks.get(request);
    if (!networks) {
      networks = this.#identify(request);
      this.#networks.set(request, networks);
    }
    return networks;
  }

  #identify({ headers, socket }: IncomingMessage): string[] {
    const address = clientAddress(
      socket.remoteAddress ?? '',
      headers['x-forwarded-for'] as string | undefined,
      this.#isProxy,
    );
    if (
      !this.#isProxy(address) &&
      FORWARDED.some((name) => headers[name] !== undefined) &&
      isPeer(address, socket.remoteAddress) &&
      isPrivate(address)
    ) {
      if (!this.#hasSeenProxy) this.onUnknownProxy();
      this.#hasSeenProxy = true;
      return [];
    }
    return address === '' ? [] : networksOf(address);
  }
}

/** Returns whether any text leads to a route, because its path begins with a parameter. */
export const isOpenRoute = (url: string) => url.startsWith('/:');

/** Returns the name of the limit of a route that has its own. */
export function routeKey(method: string, url: string): string {
  return `${method} ${url}`;
}

const limitAt = (limit: number, at: number) => (at === 0 ? limit : limit * SITE.counts);

const isPeer = (address: string, remote = '') => remote === address || remote === `::ffff:${address}`;

function isPrivate(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && PRIVATE.check(address, version === 4 ? 'ipv4' : 'ipv6');
}
