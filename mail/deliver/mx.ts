import mxConnect from 'mx-connect';
import { asciiDomain, splitAddress } from '../address.ts';
import type { DeliveryResult, Resolver, WayOut } from '../ports.ts';
import { carry } from './carry.ts';
import { Peer, type PeerError } from './peer.ts';
import { Pool } from './pool.ts';
import type { ConversationOptions } from './relay.ts';
import { notNow, verdictOf } from './verdict.ts';

export interface MxOptions extends ConversationOptions {
  resolver: Resolver;
  port?: number;
  /** Lets mail go to loopback and private networks: for tests only. */
  allowLocal?: boolean;
}

const MOST_HOSTS = 5;

interface LookupError extends Error {
  code?: string;
  category?: string;
  temporary?: boolean;
}

/** Mail goes to the destination's own servers (RFC 5321 5.1): MX in order, null MX refused, address as last resort. */
export function createMx(options: MxOptions): WayOut {
  const pool = new Pool({ perKey: 10, idle: 20_000, uses: 100, ...options.pool });

  async function resolveRecords(name: string, type: string): Promise<unknown> {
    const records = await options.resolver.resolve(name, type);
    // Hosts of one preference are taken in random order.
    return type === 'MX' && Array.isArray(records) ? shuffled(records) : records;
  }

  async function connect(domain: string, signal: AbortSignal): Promise<Peer | DeliveryResult> {
    const tried: string[] = [];
    let last: DeliveryResult = notNow('4.4.1', 'No mail server answers');
    while (tried.length < MOST_HOSTS && !signal.aborted) {
      let host: string;
      try {
        const found = await open(domain, tried);
        host = found.host;
        const peer = await greet(found);
        if (peer !== 'no TLS') return peer;
        return await plain(domain, tried);
      } catch (error) {
        const failure = error as LookupError & PeerError;
        if (failure.category) return tried.length > 0 ? last : lookupVerdict(failure);
        last = verdictOf(failure);
        host = (failure as { host?: string }).host ?? '';
      }
      if (host === '') return last;
      tried.push(host);
    }
    return last;
  }

  /** Once more to the same host without TLS: encryption that cannot be had is no reason to keep the mail back. */
  async function plain(domain: string, tried: string[]): Promise<Peer> {
    const peer = await greet(await open(domain, tried), true);
    if (peer === 'no TLS') throw new Error('No TLS');
    return peer;
  }

  function open(domain: string, ignoreMXHosts: string[]) {
    return mxConnect({
      target: domain,
      port: options.port ?? 25,
      maxConnectTime: options.connectTimeout ?? 30_000,
      ignoreMXHosts,
      dnsOptions: { blockLocalAddresses: !options.allowLocal, resolveRecords },
    });
  }

  async function greet(found: Awaited<ReturnType<typeof open>>, ignoreTLS = false): Promise<Peer | 'no TLS'> {
    const peer = new Peer({
      connection: found.socket,
      host: found.hostname,
      port: found.port,
      name: options.hostname,
      greetingTimeout: options.greetingTimeout ?? 60_000,
      socketTimeout: options.dotTimeout ?? 600_000,
      ignoreTLS,
      opportunisticTLS: true,
      // Opportunistic: whoever could forge the certificate could as well strip STARTTLS (RFC 7435).
      tls: { rejectUnauthorized: false },
    });
    try {
      await peer.greet();
      return peer;
    } catch (error) {
      peer.close();
      if ((error as PeerError).code === 'ETLS' && !ignoreTLS) return 'no TLS';
      throw Object.assign(error as PeerError, { host: found.host });
    }
  }

  return {
    async deliver(parcel, watch) {
      const domain = asciiDomain(splitAddress(parcel.to)?.domain ?? '');
      if (!domain) return { kind: 'refused', code: 553, enhanced: '5.1.3', words: 'No domain to deliver to' };
      return carry(pool, domain, (signal) => connect(domain, signal), parcel, watch, true);
    },
    async close() {
      pool.close();
    },
  };
}

function lookupVerdict(error: LookupError): DeliveryResult {
  const words = error.message.slice(0, 500);
  if (error.temporary || error.category !== 'dns') return notNow(error.category === 'dns' ? '4.4.3' : '4.4.1', words);
  if (error.code === 'ENULLMX') return { kind: 'refused', code: 556, enhanced: '5.1.10', words };
  return { kind: 'refused', code: 550, enhanced: '5.1.2', words };
}

function shuffled<T>(items: T[]): T[] {
  const order = items.map((item) => ({ item, rank: Math.random() }));
  return order.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
}
