import type { Clock, DeliveryResult, Log, Resolver, Transport } from '../host.ts';
import { asciiDomain, splitAddress } from '../message/address.ts';
import { deferredResult } from './client/delivery-result.ts';
import { plainLookup } from './dns-lookup.ts';
import { dnssecLookup } from './dnssec-lookup.ts';
import { createEndpoints } from './endpoints.ts';
import { createMemoryPolicyStore, PolicyCache, type PolicyStore } from './policy/mta-sts-cache.ts';
import { fetchPolicy } from './policy/mta-sts-fetch.ts';
import { Pool } from './pool/pool.ts';
import { sendToHost } from './pool/send-to-host.ts';
import type { ConversationOptions } from './relay.ts';
import { RouteCache } from './route-cache.ts';
import { withTimeout } from './with-timeout.ts';

export interface MxOptions extends ConversationOptions {
  resolver: Resolver;
  clock: Clock;
  log: Log;
  /** Validating resolvers on this machine, asked in place of `resolver`: they make DANE possible. */
  validatingResolvers?: string[];
  /** Where MTA-STS policies are kept; in memory by default. */
  policies?: PolicyStore;
  /** Names of ours beside `hostname`. */
  ownNames?: string[];
  port?: number;
  /** For tests only: hosts may stand on loopback and in private networks, those of policies on another port. */
  allowLocal?: boolean;
  policyServer?: { port: number; within?: number };
}

/** Addresses that are tried for one message in one attempt. */
const MAX_ADDRESSES = 8;

/** Mail goes to the destination's own servers (RFC 5321 5.1): MX in order, null MX refused, address as last resort. */
export function createMx(options: MxOptions): Transport {
  const { hostname, clock, log, port = 25, allowLocal = false, validatingResolvers: validators } = options;
  const pool = new Pool({ perHost: 10, total: 400, idleMs: 20_000, messagesPerConnection: 100, ...options.pool });
  const lookup = validators ? dnssecLookup({ servers: validators }) : plainLookup(options.resolver);
  const routes = new RouteCache({ lookup, ownNames: [hostname, ...(options.ownNames ?? [])], port, allowLocal });
  const policies = new PolicyCache({
    lookup,
    fetch: (domain) => fetchPolicy(domain, { lookup, allowLocal, ...options.policyServer }),
    store: options.policies ?? createMemoryPolicyStore(),
    clock,
    log,
  });
  const endpointsOf = createEndpoints({ hostname, port, timeouts: options.timeouts ?? {}, log });

  return {
    async deliver(message, watch) {
      const domain = asciiDomain(splitAddress(message.to)?.domain ?? '');
      if (!domain) {
        return { kind: 'refused', code: 553, enhanced: '5.1.3', words: 'No domain to deliver to', host: '' };
      }
      const literal = domain.startsWith('[');
      const pending = Promise.all([routes.find(domain), literal ? null : policies.find(domain)]);
      const lookups = await withTimeout(pending, watch.signal);
      if (!lookups) return deferredResult('4.4.3', `The servers of ${domain} could not be looked up in time`, domain);
      const [route, policy] = lookups;
      if (route.kind !== 'hosts') return route;
      let last: DeliveryResult = { ...deferredResult('4.4.1', `No mail server of ${domain} answers`, domain), untried: true };
      for (const endpoint of endpointsOf(domain, route.hosts, policy).slice(0, MAX_ADDRESSES)) {
        const { result, tryNextHost: elsewhere } = 'open' in endpoint ? await sendToHost(pool, endpoint, message, watch) : unusable(endpoint);
        if (!isLessInformative(result, last)) last = result;
        // What was heard of the one before says more than that there was no place here.
        if (!elsewhere) return result.kind === 'deferred' && result.untried ? last : result;
        if (watch.signal.aborted) break;
      }
      return last;
    },
    async close() {
      pool.close();
    },
  };
}

function unusable(result: DeliveryResult) {
  return { result, elsewhere: true };
}

/** Whether a result is mere silence where another host has spoken, or was not asked where another was. */
function isLessInformative(result: DeliveryResult, other: DeliveryResult): boolean {
  return informationLevel(result) < informationLevel(other);
}

function informationLevel(result: DeliveryResult): number {
  if (result.code !== 0 || (result.kind === 'deferred' && result.about !== undefined)) return 2;
  return result.kind === 'deferred' && result.untried ? 0 : 1;
}
