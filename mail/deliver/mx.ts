import { asciiDomain, splitAddress } from '../address.ts';
import type { DeliveryResult, Resolver, WayOut } from '../ports.ts';
import { carry, type Site } from './carry.ts';
import { type Lookup, plainLookup } from './lookup.ts';
import { openPeer } from './open-peer.ts';
import { Pool } from './pool.ts';
import type { ConversationOptions } from './relay.ts';
import type { Host } from './route.ts';
import { Routes } from './routes.ts';
import { type Demand, demandKey } from './tls-demand.ts';
import { notNow } from './verdict.ts';

export interface MxOptions extends ConversationOptions {
  resolver: Resolver;
  port?: number;
  /** Names of ours beside `hostname`. */
  ownNames?: string[];
  /** Lets mail go to loopback and private networks: for tests only. */
  allowLocal?: boolean;
}

/** Addresses that are tried for one message in one attempt. */
const MOST_TRIED = 8;

/** Mail goes to the destination's own servers (RFC 5321 5.1): MX in order, null MX refused, address as last resort. */
export function createMx(options: MxOptions): WayOut {
  const { hostname, port = 25 } = options;
  const pool = new Pool({ perLane: 10, inAll: 400, idle: 20_000, uses: 100, ...options.pool });
  const lookup: Lookup = plainLookup(options.resolver);
  const routes = new Routes({
    lookup,
    ownNames: [hostname, ...(options.ownNames ?? [])],
    allowLocal: options.allowLocal ?? false,
  });

  function siteOf({ name }: Host, address: string, demand: Demand): Site {
    return {
      key: `${name} ${address}:${port} ${demandKey(demand)}`,
      host: name,
      final: true,
      open: (signal) =>
        openPeer(
          { name, host: address, port, hostname, demand, ...(options.patience ? { patience: options.patience } : {}) },
          signal,
        ),
    };
  }

  return {
    async deliver(parcel, watch) {
      const domain = asciiDomain(splitAddress(parcel.to)?.domain ?? '');
      if (!domain) {
        return { kind: 'refused', code: 553, enhanced: '5.1.3', words: 'No domain to deliver to', host: '' };
      }
      const route = await routes.find(domain);
      if (route.kind !== 'hosts') return route;
      const sites = route.hosts.flatMap((host) =>
        host.addresses.map((address) => siteOf(host, address, { kind: 'opportunistic' })),
      );
      let worst: DeliveryResult = notNow('4.4.1', `No mail server of ${domain} answers`, domain);
      for (const site of sites.slice(0, MOST_TRIED)) {
        const { result, elsewhere } = await carry(pool, site, parcel, watch);
        worst = result.kind === 'deferred' && saysLess(result, worst) ? worst : result;
        if (!elsewhere || watch.signal.aborted) return result;
      }
      return worst;
    },
    async close() {
      pool.close();
    },
  };
}

/** Whether a result is mere silence where another host has spoken. */
function saysLess(result: DeliveryResult, other: DeliveryResult): boolean {
  return result.code === 0 && other.code !== 0;
}
