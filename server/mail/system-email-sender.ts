import { parseAddress } from '../../contract/addresses.ts';
import type { MailPorts } from '../../mail/host.ts';
import { signatureSeconds, signLetter } from '../../mail/sign-system-email.ts';
import { deliverLetter } from '../../mail/system-email.ts';
import type { Config } from '../platform/config/config.ts';

/**
 * Answers what sends our own letters, DKIM-signed: delivered or queued when it resolves. It rejects only where nothing was
 * sent, so that its job tries again.
 */
export function createLetterSender(config: Config, ports: MailPorts): (to: string, message: Buffer) => Promise<void> {
  const { domain, queueDays } = config.mail;
  const from = senderOfLetters(config);
  const holds = signatureSeconds(queueDays * 86_400);

  return async (to, message) => {
    const signing = { domain, key: ports.signingKey(), at: ports.clock.now(), holds };
    const fate = await deliverLetter(ports, { from, to, bytes: signLetter(message, signing) });
    if (fate.kind === 'refused') ports.log.warn({ id: fate.id, words: fate.words }, 'a letter was refused');
  };
}

/** The envelope sender of our own letters: the address in MAIL_FROM. */
export function senderOfLetters({ mail: { from, domain } }: Config): string {
  return parseAddress(/<([^<>]*)>\s*$/.exec(from)?.[1] ?? from) ?? `no-reply@${domain}`;
}
