import type { Transport } from '../host/transport.ts';
import { openClient } from './client/open-client.ts';
import type { SmtpTimeouts } from './client/smtp-connection.ts';
import { type TlsPolicy, tlsPolicyKey } from './policy/tls-policy.ts';
import { Pool, type PoolOptions } from './pool/pool.ts';
import { type Endpoint, sendToHost } from './pool/send-to-host.ts';

/** Times and bounds of conversations. */
export interface ConversationOptions {
  /** Our name in EHLO. */
  hostname: string;
  patience?: Partial<SmtpTimeouts>;
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
export function createRelay(address: string, options: ConversationOptions): Transport {
  const { host, port, secure, auth } = parseRelayUrl(address);
  const local = host === 'localhost' || host === '::1' || host.startsWith('127.');
  // Half of all may wait for work: here that is every one, or a quiet moment would end what the next one needs.
  const pool = new Pool({ perLane: 20, inAll: 40, idle: 30_000, uses: 1000, ...options.pool });
  const demand = relayDemand(host, local, secure || auth !== undefined);
  const site: Endpoint = {
    key: `${host}:${port} ${tlsPolicyKey(demand)}`,
    host,
    final: false,
    open: (signal) =>
      openClient(
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
    deliver: async (parcel, watch) => (await sendToHost(pool, site, parcel, watch)).result,
    async close() {
      pool.close();
    },
  };
}

/** A password never crosses a network in the clear; this machine's own relay may have any certificate, or none. */
function relayDemand(host: string, local: boolean, secret: boolean): TlsPolicy {
  return secret && !local ? { kind: 'verified', name: host } : { kind: 'opportunistic' };
}
