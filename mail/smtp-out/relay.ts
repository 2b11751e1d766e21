import type { Transport } from '../host/transport.ts';
import { openClient } from './client/open-client.ts';
import type { SmtpTimeouts } from './client/smtp-connection.ts';
import { type TlsPolicy, tlsPolicyKey } from './policy/tls-policy.ts';
import { Pool, type PoolOptions } from './pool/pool.ts';
import { type Endpoint, sendToHost } from './pool/send-to-host.ts';
import type { SourceAddresses } from './source-address.ts';

/** Options of the MX and relay transports. */
export interface SmtpTransportOptions {
  /** Our name in EHLO. */
  hostname: string;
  timeouts?: Partial<SmtpTimeouts>;
  pool?: Partial<PoolOptions>;
  sources?: SourceAddresses;
}

/** Parses smtp://user:pass@host:port or smtps://host. Throws if the URL is malformed. */
export function parseRelayUrl(address: string) {
  const url = URL.parse(address);
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname) {
    throw new Error('A relay address must have the form smtp://user:password@host:port or smtps://host');
  }
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const auth = url.username
    ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
    : undefined;
  return { host, port: Number(url.port) || (secure ? 465 : 25), secure, auth };
}

/** Creates a transport that sends all mail through one relay. Its results are not final: the relay delivers later. */
export function createRelay(address: string, options: SmtpTransportOptions): Transport {
  const { host, port, secure, auth } = parseRelayUrl(address);
  const local = host === 'localhost' || host === '::1' || host.startsWith('127.');
  // The pool keeps at most half of `total` idle. With a single host, this half must include all of `perHost`.
  const pool = new Pool({ perHost: 20, total: 40, idleMs: 30_000, messagesPerConnection: 1000, ...options.pool });
  const tlsPolicy = relayTlsPolicy(host, local, secure || auth !== undefined);
  const endpointFrom = (localAddress: string | undefined): Endpoint => ({
    key: `${host}:${port} ${tlsPolicyKey(tlsPolicy)} ${localAddress ?? ''}`,
    host,
    final: false,
    open: (signal) =>
      openClient(
        {
          name: host,
          host,
          port,
          hostname: options.hostname,
          tlsPolicy,
          implicitTls: secure,
          auth,
          ...(options.timeouts ? { timeouts: options.timeouts } : {}),
          ...(localAddress === undefined ? {} : { localAddress }),
        },
        signal,
      ),
  });
  // A relay has few addresses, so the first source of each kind decides the address family.
  const [forwarded, sent] = [endpointFrom(options.sources?.forwarded?.[0]), endpointFrom(options.sources?.sent?.[0])];
  return {
    deliver: async (message, watch) =>
      (await sendToHost(pool, message.traffic === 'sent' ? sent : forwarded, message, watch)).result,
    async close() {
      pool.close();
    },
  };
}

/** Requires verified TLS for passwords on a network. A relay on this machine needs no valid certificate. */
function relayTlsPolicy(host: string, local: boolean, secret: boolean): TlsPolicy {
  return secret && !local ? { kind: 'verified', name: host } : { kind: 'opportunistic' };
}
