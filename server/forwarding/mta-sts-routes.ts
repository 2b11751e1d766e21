import { pages as paths } from '../../contract/paths.ts';
import { sendBytes } from '../plumbing/answers.ts';
import type { App } from '../plumbing/app-context.ts';
import type { Server } from '../plumbing/server.ts';
import { ownPolicy, policyHost } from './mta-sts-rules.ts';

/** Our MTA-STS policy, under the one name that senders ask (RFC 8461 3.3); under any other there is nothing. */
export function mtaStsRoutes(app: Server, { config }: App): void {
  const name = policyHost(config.mail.domain).replaceAll('.', '\\.');
  const host = new RegExp(`^${name}\\.?(:\\d+)?$`, 'i');
  app.get(paths.mailPolicy(), { constraints: { host } }, async (request, reply) =>
    sendBytes(request, reply, {
      bytes: Buffer.from(ownPolicy(config)),
      type: 'text/plain',
      cacheControl: 'public, max-age=3600',
    }),
  );
}
