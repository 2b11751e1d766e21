import { Resolver } from 'node:dns/promises';
import path from 'node:path';
import { createMx } from '../../mail/deliver/mx.ts';
import { createOutbox } from '../../mail/deliver/outbox.ts';
import { createRelay } from '../../mail/deliver/relay.ts';
import type { WayOut } from '../../mail/ports.ts';
import type { Config } from '../plumbing/config.ts';

/** The way out: the relay, else the local outbox, in production the destination's own servers. */
export function createWayOut(config: Config): WayOut {
  const { hostname, relay } = config.mail;
  if (relay) return createRelay(relay.href, { hostname });
  if (!config.production) return createOutbox(path.join(config.dataDir, 'outbox'));
  return createMx({ hostname, resolver: createResolver(config) });
}

/** The resolvers of DNS_SERVERS, else the system's. */
export function createResolver({ mail }: Config): Resolver {
  const resolver = new Resolver();
  if (mail.dnsServers.length > 0) resolver.setServers(mail.dnsServers);
  return resolver;
}
