import { deliverSystemEmail } from '../../mail/delivery/system-email.ts';
import type { MailHost } from '../../mail/host.ts';
import { signatureSeconds, signSystemEmail } from '../../mail/rewrite/sign-system-email.ts';
import { senderAddress } from '../emails/shared/sender.ts';
import type { Config } from '../platform/config/config.ts';

/**
 * Returns the function that signs and sends our own emails. It resolves once an email was delivered, queued or
 * permanently rejected. It rejects, so that the job is retried, only if nothing was sent.
 */
export function createSystemEmailSender(
  config: Config,
  ports: MailHost,
): (to: string, message: Buffer) => Promise<void> {
  const { domain, options } = config.mail;
  const from = senderAddress(config.mail);
  const lifetime = signatureSeconds(options.queueSeconds);

  return async (to, message) => {
    const signing = { domain, key: ports.signingKey(), at: ports.clock(), lifetime };
    const outcome = await deliverSystemEmail(ports, { from, to, bytes: signSystemEmail(message, signing) });
    if (outcome.kind === 'refused') {
      ports.log.warn(
        { event: 'mail.system_email.rejected', id: outcome.id, reply: outcome.text },
        'one of our own emails was rejected',
      );
    }
  };
}
