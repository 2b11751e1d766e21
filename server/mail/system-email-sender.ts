import { parseAddress } from '../../contract/addresses.ts';
import type { MailHost } from '../../mail/host.ts';
import { signatureSeconds, signSystemEmail } from '../../mail/sign-system-email.ts';
import { deliverSystemEmail } from '../../mail/system-email.ts';
import type { Config } from '../platform/config/config.ts';

/**
 * Answers what sends our own letters, DKIM-signed: delivered or queued when it resolves. It rejects only where nothing was
 * sent, so that its job tries again.
 */
export function createSystemEmailSender(
  config: Config,
  ports: MailHost,
): (to: string, message: Buffer) => Promise<void> {
  const { domain, queueDays } = config.mail;
  const from = systemSender(config);
  const lifetime = signatureSeconds(queueDays * 86_400);

  return async (to, message) => {
    const signing = { domain, key: ports.signingKey(), at: ports.clock.now(), lifetime };
    const fate = await deliverSystemEmail(ports, { from, to, bytes: signSystemEmail(message, signing) });
    if (fate.kind === 'refused') ports.log.warn({ id: fate.id, words: fate.text }, 'a letter was refused');
  };
}

/** The envelope sender of our own letters: the address in MAIL_FROM. */
export function systemSender({ mail: { from, domain } }: Config): string {
  return parseAddress(/<([^<>]*)>\s*$/.exec(from)?.[1] ?? from) ?? `no-reply@${domain}`;
}
