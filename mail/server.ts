import { cachedResolver } from './authenticate/dns-cache.ts';
import type { MailHost } from './host.ts';
import { type MailOptions, withDefaults } from './options.ts';
import { createPipeline } from './pipeline.ts';
import { Srs } from './rewrite/srs.ts';
import { createDnsblLookup } from './smtp-in/dnsbl.ts';
import { createReceiver, type Receiver } from './smtp-in/receiver.ts';

/** Creates the SMTP server of a forwarding host: delivers while the sender waits, and queues what cannot be delivered. */
export function createMailServer(host: MailHost, options: MailOptions): Receiver {
  const settings = withDefaults(options);
  const { domain, secrets, systemSender, blockLists } = settings;
  const { clock, log, senderTokens, directory } = host;
  // One DNS cache for authentication and block lists.
  const resolver = cachedResolver(host.resolver);
  const srs = new Srs({ domain, secrets, tokens: senderTokens, clock });
  const rules = { domain, systemSender, directory, readReturnAddress: (local: string) => srs.read(local) };
  const accept = createPipeline({ ...host, resolver }, settings, srs);
  const findListing = createDnsblLookup(blockLists, resolver, log);
  return createReceiver(settings, { ...host, rules, accept, findListing });
}
