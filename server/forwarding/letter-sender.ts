import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import DKIM from 'nodemailer/lib/dkim';
import { parseAddress } from '../../contract/addresses.ts';
import type { WayOut } from '../../mail/ports.ts';
import type { Config } from '../plumbing/config.ts';
import { signingKey } from '../plumbing/dkim-keys.ts';
import type { Logger } from '../plumbing/log.ts';

const PATIENCE = 60_000;

/** Sends one of our own letters, DKIM-signed. Rejects while it can't be delivered; a refusal is final and logged. */
export async function createLetterSender(
  config: Config,
  wayOut: WayOut,
  log: Logger,
): Promise<(to: string, message: Buffer) => Promise<void>> {
  const key = await signingKey(config.mail.dkimKeys, new Date());
  const signer = new DKIM({ domainName: config.mail.domain, keySelector: key.selector, privateKey: key.privateKey });
  const { from: author } = config.mail;
  const from = parseAddress(/<([^<>]*)>\s*$/.exec(author)?.[1] ?? author) ?? `no-reply@${config.mail.domain}`;

  return async (to, message) => {
    const signed = await buffer(signer.sign(message));
    const body = { size: signed.length, open: () => Readable.from([signed]) };
    const watch = { signal: AbortSignal.timeout(PATIENCE), onDot() {} };
    const result = await wayOut.deliver({ id: randomUUID(), from, to, body, utf8: false }, watch);
    if (result.kind === 'deferred') throw new Error(`The letter has to wait: ${result.words}`);
    if (result.kind === 'refused') log.warn({ words: result.words }, 'a letter was refused');
  };
}
