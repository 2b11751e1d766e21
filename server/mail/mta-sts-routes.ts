import { pages as paths } from '../../contract/paths.ts';
import type { App } from '../platform/http/app-context.ts';
import { sendBytes } from '../platform/http/http-cache.ts';
import type { Server } from '../platform/http/server.ts';
import { watchCertificateTrust } from './keys/certificate-trust.ts';
import { ownPolicy, policyHost } from './mta-sts-rules.ts';

/** Our MTA-STS policy, under the one name that senders ask (RFC 8461 3.3); under any other there is nothing. */
export function mtaStsRoutes(app: Server, { config }: App): void {
  const name = policyHost(config.mail.domain).replaceAll('.', '\\.');
  const host = new RegExp(`^${name}\\.?(:\\d+)?$`, 'i');
  const isTrusted = watchCertificateTrust(config.tls, config.mail.hostname, (fault) =>
    app.log.warn({ fault }, 'other servers cannot verify TLS_CERT: the MTA-STS policy is in testing mode'),
  );
  app.get(paths.mailPolicy(), { constraints: { host } }, async (request, reply) =>
    sendBytes(request, reply, {
      bytes: Buffer.from(ownPolicy(config, await isTrusted())),
      type: 'text/plain',
      cacheControl: 'public, max-age=3600',
    }),
  );
}
