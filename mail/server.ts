import { cachedResolver } from './authenticate/dns-cache.ts';
import type { MailHost } from './host.ts';
import { type MailOptions, withDefaults } from './options.ts';
import { createPipeline } from './pipeline.ts';
import { createReplyPipeline } from './reply-pipeline.ts';
import { Srs } from './rewrite/srs.ts';
import { createDnsblLookup } from './smtp-in/dnsbl.ts';
import { SmtpServer } from './smtp-in/server.ts';
import { createSubmissionPipeline } from './submission/submission-pipeline.ts';

/** Creates the SMTP server of a forwarding host: delivers while the sender waits, and queues what cannot be delivered. */
export function createMailServer(host: MailHost, options: MailOptions): SmtpServer {
  const settings = withDefaults(options);
  const { domain, secrets, blockLists } = settings;
  const { clock, log, senderTokens } = host;
  // One DNS cache for authentication and block lists.
  const resolver = cachedResolver(host.resolver);
  const srs = new Srs({ domain, secrets, tokens: senderTokens, clock });
  const connected = { ...host, resolver };
  return new SmtpServer({
    ...host,
    settings,
    findListing: createDnsblLookup(blockLists, resolver, log),
    readReturnAddress: (local) => srs.read(local),
    accept: createReplyPipeline(connected, settings, {
      submit: createSubmissionPipeline(connected, settings, srs),
      forward: createPipeline(connected, settings, srs),
    }),
  });
}
