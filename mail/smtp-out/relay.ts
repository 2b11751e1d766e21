import type { WayOut } from '../host.ts';
import { openPeer } from './client/open-client.ts';
import type { Patience } from './client/smtp-connection.ts';
import { type Demand, demandKey } from './policy/tls-policy.ts';
import { Pool, type PoolOptions } from './pool/pool.ts';
import { carry, type Site } from './pool/send-to-host.ts';

/** Times and bounds of conversations. */
export interface ConversationOptions {
  /** Our name in EHLO. */
  hostname: string;
  patience?: Partial<Patience>;
  pool?: Partial<PoolOptions>;
}

/** Connection settings for a relay address, checked: smtp://user:pass@host:port or smtps://host. Throws when wrong. */
export function parseRelayUrl(address: string) {
  const url = URL.parse(address);
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname) {
    throw new Error('A relay address looks like smtp://user:password@host:port or smtps://host');
  }
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const auth = url.username
    ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
    : undefined;
  return { host, port: Number(url.port) || (secure ? 465 : 25), secure, auth };
}

/** Everything goes out through one relay. What it takes is handed on, not yet delivered. */
export function createRelay(address: string, options: ConversationOptions): WayOut {
  const { host, port, secure, auth } = parseRelayUrl(address);
  const local = host === 'localhost' || host === '::1' || host.startsWith('127.');
  // Half of all may wait for work: here that is every one, or a quiet moment would end what the next one needs.
  const pool = new Pool({ perLane: 20, inAll: 40, idle: 30_000, uses: 1000, ...options.pool });
  const demand = relayDemand(host, local, secure || auth !== undefined);
  const site: Site = {
    key: `${host}:${port} ${demandKey(demand)}`,
    host,
    final: false,
    open: (signal) =>
      openPeer(
        {
          name: host,
          host,
          port,
          hostname: options.hostname,
          demand,
          implicitTls: secure,
          auth,
          ...(options.patience ? { patience: options.patience } : {}),
        },
        signal,
      ),
  };
  return {
    deliver: async (parcel, watch) => (await carry(pool, site, parcel, watch)).result,
    async close() {
      pool.close();
    },
  };
}

/** A password never crosses a network in the clear; this machine's own relay may have any certificate, or none. */
function relayDemand(host: string, local: boolean, secret: boolean): Demand {
  return secret && !local ? { kind: 'verified', name: host } : { kind: 'opportunistic' };
}
