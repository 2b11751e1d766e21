import { Resolver } from 'node:dns/promises';
import path from 'node:path';
import type { Transport } from '../../mail/host/transport.ts';
import { areOnLoopback } from '../../mail/smtp-out/dnssec-lookup.ts';
import { createMx } from '../../mail/smtp-out/mx.ts';
import { createOutbox } from '../../mail/smtp-out/outbox.ts';
import { createFilePolicyStore } from '../../mail/smtp-out/policy/mta-sts-files.ts';
import { createRelay } from '../../mail/smtp-out/relay.ts';
import type { Config } from '../platform/config/config.ts';
import { systemClock } from '../platform/jobs/clock.ts';
import type { Logger } from '../platform/log/log.ts';

/** Returns the transport: the relay if one is set, else the outbox in local mode and the destination's servers in production. */
export function createTransport(config: Config, log: Logger): Transport {
  const { hostname, domain, relay, dnsServers, sources } = config.mail;
  if (relay) return createRelay(relay.href, { hostname, sources });
  if (!config.production) return createOutbox(path.join(config.dataDir, 'outbox'));
  return createMx({
    hostname,
    ownNames: [domain],
    sources,
    resolver: createResolver(config),
    ...(areOnLoopback(dnsServers) ? { validatingResolvers: dnsServers } : {}),
    policies: createFilePolicyStore(path.join(config.dataDir, 'mta-sts')),
    clock: systemClock,
    log,
  });
}

/** Returns a resolver that uses DNS_SERVERS, or the system's servers by default. */
export function createResolver({ mail }: Config): Resolver {
  const resolver = new Resolver();
  if (mail.dnsServers.length > 0) resolver.setServers(mail.dnsServers);
  return resolver;
}
