import type { Clock } from '../host/clock.ts';
import type { Log } from '../host/log.ts';
import type { Resolver } from '../host/resolver.ts';
import type { Transport } from '../host/transport.ts';
import { asciiDomain, splitAddress } from '../message/address.ts';
import type { DeliveryResult } from '../message/delivery-result.ts';
import { notNow } from './client/delivery-result.ts';
import { plainLookup } from './dns-lookup.ts';
import { secureLookup } from './dnssec-lookup.ts';
import { createEndpoints } from './endpoints.ts';
import { memoryPolicies, Policies, type PolicyStore } from './policy/mta-sts-cache.ts';
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
  validators?: string[];
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
const MOST_TRIED = 8;

/** Mail goes to the destination's own servers (RFC 5321 5.1): MX in order, null MX refused, address as last resort. */
export function createMx(options: MxOptions): Transport {
  const { hostname, clock, log, port = 25, allowLocal = false, validators } = options;
  const pool = new Pool({ perLane: 10, inAll: 400, idle: 20_000, uses: 100, ...options.pool });
  const lookup = validators ? secureLookup({ servers: validators }) : plainLookup(options.resolver);
  const routes = new RouteCache({ lookup, ownNames: [hostname, ...(options.ownNames ?? [])], port, allowLocal });
  const policies = new Policies({
    lookup,
    fetch: (domain) => fetchPolicy(domain, { lookup, allowLocal, ...options.policyServer }),
    store: options.policies ?? memoryPolicies(),
    clock,
    log,
  });
  const sitesOf = createEndpoints({ hostname, port, patience: options.patience ?? {}, log });

  return {
    async deliver(parcel, watch) {
      const domain = asciiDomain(splitAddress(parcel.to)?.domain ?? '');
      if (!domain) {
        return { kind: 'refused', code: 553, enhanced: '5.1.3', text: 'No domain to deliver to', host: '' };
      }
      const literal = domain.startsWith('[');
      const found = Promise.all([routes.find(domain), literal ? null : policies.find(domain)]);
      const known = await withTimeout(found, watch.signal);
      if (!known) return notNow('4.4.3', `The servers of ${domain} could not be looked up in time`, domain);
      const [route, policy] = known;
      if (route.kind !== 'hosts') return route;
      let last: DeliveryResult = { ...notNow('4.4.1', `No mail server of ${domain} answers`, domain), untried: true };
      for (const site of sitesOf(domain, route.hosts, policy).slice(0, MOST_TRIED)) {
        const { result, elsewhere } = 'open' in site ? await sendToHost(pool, site, parcel, watch) : untried(site);
        if (!saysLess(result, last)) last = result;
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

function untried(result: DeliveryResult) {
  return { result, elsewhere: true };
}

/** Whether a result is mere silence where another host has spoken, or was not asked where another was. */
function saysLess(result: DeliveryResult, other: DeliveryResult): boolean {
  return weight(result) < weight(other);
}

function weight(result: DeliveryResult): number {
  if (result.code !== 0 || (result.kind === 'deferred' && result.cause !== undefined)) return 2;
  return result.kind === 'deferred' && result.untried ? 0 : 1;
}
