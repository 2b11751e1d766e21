import type { Clock, Log, Resolver } from '../host/runtime.ts';
import type { Transport } from '../host/transport.ts';
import { asciiDomain, splitAddress } from '../message/address.ts';
import type { DeliveryResult } from '../message/delivery-result.ts';
import { withTimeout } from '../message/time.ts';
import { deferredResult } from './client/delivery-result.ts';
import { plainLookup } from './dns-lookup.ts';
import { dnssecLookup } from './dnssec-lookup.ts';
import { createEndpoints } from './endpoints.ts';
import { createMemoryPolicyStore, PolicyCache, type PolicyStore } from './policy/mta-sts-cache.ts';
import { fetchPolicy } from './policy/mta-sts-fetch.ts';
import { Pool } from './pool/pool.ts';
import { sendToHost } from './pool/send-to-host.ts';
import type { SmtpTransportOptions } from './relay.ts';
import { RouteCache } from './route-cache.ts';

export interface MxOptions extends SmtpTransportOptions {
  resolver: Resolver;
  clock: Clock;
  log: Log;
  /** Validating resolvers on this machine. They replace `resolver` and enable DANE. */
  validatingResolvers?: string[];
  /** Store of MTA-STS policies; in memory by default. */
  policies?: PolicyStore;
  /** Our own names in addition to `hostname`. */
  ownNames?: string[];
  port?: number;
  /** For tests only: allows hosts on loopback and in private networks. */
  allowLocal?: boolean;
  policyServer?: { port: number; timeoutMs?: number };
}

/** Maximum number of addresses tried for one message in one attempt. */
const MAX_ADDRESSES = 8;

/** Creates the transport that delivers to the mail servers of the destination domain (RFC 5321 5.1). */
export function createMx(options: MxOptions): Transport {
  const { hostname, clock, log, port = 25, allowLocal = false, validatingResolvers } = options;
  const pool = new Pool({ perHost: 10, total: 400, idleMs: 20_000, messagesPerConnection: 100, ...options.pool });
  const lookup = validatingResolvers ? dnssecLookup({ servers: validatingResolvers }) : plainLookup(options.resolver);
  const routes = new RouteCache({ lookup, ownNames: [hostname, ...(options.ownNames ?? [])], port, allowLocal });
  const policies = new PolicyCache({
    lookup,
    fetch: (domain) => fetchPolicy(domain, { lookup, allowLocal, ...options.policyServer }),
    store: options.policies ?? createMemoryPolicyStore(),
    clock,
    log,
  });
  const { timeouts = {}, sources = {} } = options;
  const endpointsOf = createEndpoints({ hostname, port, timeouts, sources, log });

  return {
    async deliver(message, watch) {
      const domain = asciiDomain(splitAddress(message.to)?.domain ?? '');
      if (!domain) {
        return {
          kind: 'refused',
          code: 553,
          enhanced: '5.1.3',
          text: 'The recipient address has no domain',
          host: '',
          isOurs: true,
        };
      }
      const literal = domain.startsWith('[');
      const pending = Promise.all([routes.find(domain), literal ? null : policies.find(domain)]);
      const lookups = await withTimeout(pending, watch.signal);
      if (!lookups) return deferredResult('4.4.3', `DNS lookup of the mail servers of ${domain} timed out`, domain);
      const [route, policy] = lookups;
      if (route.kind !== 'hosts') return route;
      let last: DeliveryResult = {
        ...deferredResult('4.4.1', `No mail server of ${domain} responds`, domain),
        untried: true,
      };
      for (const endpoint of endpointsOf(domain, route.hosts, policy, message.traffic ?? 'forwarded').slice(
        0,
        MAX_ADDRESSES,
      )) {
        const { result, tryNextHost } =
          'open' in endpoint ? await sendToHost(pool, endpoint, message, watch) : unusable(endpoint);
        if (!isLessInformative(result, last)) last = result;
        // A result from an earlier host is more useful to the sender than the lack of a free connection here.
        if (!tryNextHost) return result.kind === 'deferred' && result.untried ? last : result;
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
  return { result, tryNextHost: true };
}

/** Ranks results by information: a reply, then a host that did not respond, then a host that was not tried. */
function isLessInformative(result: DeliveryResult, other: DeliveryResult): boolean {
  return informationLevel(result) < informationLevel(other);
}

function informationLevel(result: DeliveryResult): number {
  if (result.code !== 0 || (result.kind === 'deferred' && result.cause !== undefined)) return 2;
  return result.kind === 'deferred' && result.untried ? 0 : 1;
}
