import { Resolver } from 'node:dns/promises';
import path from 'node:path';
import { createMx } from '../../mail/deliver/mx.ts';
import { createOutbox } from '../../mail/deliver/outbox.ts';
import { filePolicies } from '../../mail/deliver/policy-files.ts';
import { createRelay } from '../../mail/deliver/relay.ts';
import { areOnLoopback } from '../../mail/deliver/secure-lookup.ts';
import type { WayOut } from '../../mail/ports.ts';
import { systemClock } from '../plumbing/clock.ts';
import type { Config } from '../plumbing/config.ts';
import type { Logger } from '../plumbing/log.ts';

/** The way out: the relay, else the local outbox, in production the destination's own servers. */
export function createWayOut(config: Config, log: Logger): WayOut {
  const { hostname, domain, relay, dnsServers } = config.mail;
  if (relay) return createRelay(relay.href, { hostname });
  if (!config.production) return createOutbox(path.join(config.dataDir, 'outbox'));
  return createMx({
    hostname,
    ownNames: [domain],
    resolver: createResolver(config),
    ...(areOnLoopback(dnsServers) ? { validators: dnsServers } : {}),
    policies: filePolicies(path.join(config.dataDir, 'mta-sts')),
    clock: { now: systemClock },
    log,
  });
}

/** The resolvers of DNS_SERVERS, else the system's. */
export function createResolver({ mail }: Config): Resolver {
  const resolver = new Resolver();
  if (mail.dnsServers.length > 0) resolver.setServers(mail.dnsServers);
  return resolver;
}
