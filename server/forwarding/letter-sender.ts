import { buffer } from 'node:stream/consumers';
import DKIM from 'nodemailer/lib/dkim';
import { parseAddress } from '../../contract/addresses.ts';
import { deliverLetter } from '../../mail/letter.ts';
import type { MailPorts } from '../../mail/ports.ts';
import type { Config } from '../plumbing/config.ts';
import { signingKey } from '../plumbing/dkim-keys.ts';

/**
 * Answers what sends our own letters, DKIM-signed: delivered or queued when it resolves. It rejects only where nothing was
 * sent, so that its job tries again.
 */
export async function createLetterSender(
  config: Config,
  ports: MailPorts,
): Promise<(to: string, message: Buffer) => Promise<void>> {
  const key = await signingKey(config.mail.dkimKeys, ports.clock.now());
  const signer = new DKIM({ domainName: config.mail.domain, keySelector: key.selector, privateKey: key.privateKey });
  const { from: author } = config.mail;
  const from = parseAddress(/<([^<>]*)>\s*$/.exec(author)?.[1] ?? author) ?? `no-reply@${config.mail.domain}`;

  return async (to, message) => {
    const fate = await deliverLetter(ports, { from, to, bytes: await buffer(signer.sign(message)) });
    if (fate.kind === 'refused') ports.log.warn({ id: fate.id, words: fate.words }, 'a letter was refused');
  };
}
