import type { DeliveryResult, WayOut } from '../ports.ts';
import { carry } from './carry.ts';
import { Peer, type PeerError } from './peer.ts';
import { Pool, type PoolOptions } from './pool.ts';
import { verdictOf } from './verdict.ts';

/** Times and bounds of conversations; milliseconds. */
export interface ConversationOptions {
  /** Our name in EHLO. */
  hostname: string;
  connectTimeout?: number;
  greetingTimeout?: number;
  /** Longest silence of a peer, also while it decides after the final dot (RFC 5321 4.5.3.2.6). */
  dotTimeout?: number;
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
  const pool = new Pool({ perKey: 20, idle: 30_000, uses: 1000, ...options.pool });

  async function connect(): Promise<Peer | DeliveryResult> {
    const peer = new Peer({
      host,
      port,
      secure,
      name: options.hostname,
      allowInternalNetworkInterfaces: true,
      connectionTimeout: options.connectTimeout ?? 30_000,
      greetingTimeout: options.greetingTimeout ?? 60_000,
      socketTimeout: options.dotTimeout ?? 600_000,
      // A password never crosses a network in the clear; this machine's own relay may have any certificate.
      ...(auth && !secure && !local ? { requireTLS: true } : { opportunisticTLS: true }),
      tls: { rejectUnauthorized: !local },
    });
    try {
      await peer.greet(auth);
      return peer;
    } catch (error) {
      peer.close();
      return verdictOf(error as PeerError);
    }
  }

  return {
    deliver: (parcel, watch) => carry(pool, 'relay', connect, parcel, watch, false),
    async close() {
      pool.close();
    },
  };
}
