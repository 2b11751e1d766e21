import { parseAddress } from '../../contract/addresses.ts';
import { deliverLetter } from '../../mail/letter.ts';
import type { MailPorts } from '../../mail/ports.ts';
import { signatureSeconds, signLetter } from '../../mail/sign-letter.ts';
import type { Config } from '../plumbing/config.ts';

/**
 * Answers what sends our own letters, DKIM-signed: delivered or queued when it resolves. It rejects only where nothing was
 * sent, so that its job tries again.
 */
export function createLetterSender(config: Config, ports: MailPorts): (to: string, message: Buffer) => Promise<void> {
  const { from: author, domain, queueDays } = config.mail;
  const from = parseAddress(/<([^<>]*)>\s*$/.exec(author)?.[1] ?? author) ?? `no-reply@${domain}`;
  const holds = signatureSeconds(queueDays * 86_400);

  return async (to, message) => {
    const signing = { domain, key: ports.signingKey(), at: ports.clock.now(), holds };
    const fate = await deliverLetter(ports, { from, to, bytes: signLetter(message, signing) });
    if (fate.kind === 'refused') ports.log.warn({ id: fate.id, words: fate.words }, 'a letter was refused');
  };
}
