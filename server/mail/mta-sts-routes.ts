import { pages as paths } from '../../contract/paths.ts';
import type { App } from '../platform/http/app-context.ts';
import { sendBytes } from '../platform/http/cache/http-cache.ts';
import type { Server } from '../platform/http/server.ts';
import { watchCertificateTrust } from './keys/certificate-trust.ts';
import { ownPolicy, policyHost } from './mta-sts-rules.ts';

/** Serves our MTA-STS policy, only under the host name that RFC 8461 3.3 prescribes. */
export function mtaStsRoutes(app: Server, { config }: App): void {
  const name = policyHost(config.mail.domain).replaceAll('.', '\\.');
  const host = new RegExp(`^${name}\\.?(:\\d+)?$`, 'i');
  const isTrusted = watchCertificateTrust(config.tls, config.mail.hostname, (reason) =>
    app.log.warn(
      { event: 'mail.mta_sts.testing_mode', reason },
      'other servers cannot verify TLS_CERT: the MTA-STS policy is in testing mode',
    ),
  );
  app.get(paths.mailPolicy(), { constraints: { host } }, async (request, reply) =>
    sendBytes(request, reply, {
      bytes: Buffer.from(ownPolicy(config, await isTrusted())),
      type: 'text/plain',
      cacheControl: 'public, max-age=3600',
    }),
  );
}
