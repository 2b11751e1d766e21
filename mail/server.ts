import { cachedResolver } from './authenticate/dns-cache.ts';
import type { MailHost } from './host.ts';
import { type MailOptions, withDefaults } from './options.ts';
import { createForwarder } from './pipeline.ts';
import { Srs } from './rewrite/srs.ts';
import { createBlockLists } from './smtp-in/dnsbl.ts';
import { createReceiver, type Receiver } from './smtp-in/receiver.ts';

/** The SMTP server of a forwarding host: receives, forwards in session where it can, queues where it must. */
export function createMailServer(ports: MailHost, options: MailOptions): Receiver {
  const settings = withDefaults(options);
  const { clock, log, senderTokens: tokens, directory } = ports;
  // One cache for everything that asks about senders.
  const resolver = cachedResolver(ports.resolver);
  const senders = new Srs({ domain: settings.domain, secrets: settings.secrets, tokens, clock });
  const { domain, letters } = settings;
  const rules = { domain, letters, directory, readOwnSender: (local: string) => senders.read(local) };
  const accept = createForwarder({ ...ports, resolver }, settings, senders);
  const listedIn = createBlockLists(settings.blockLists, resolver, log);
  return createReceiver(settings, { ...ports, rules, accept, listedIn });
}
