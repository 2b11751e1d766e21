import { createPrivateKey } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { parseAddress } from '../../../contract/addresses.ts';
import { signatureSeconds, signSystemEmail } from '../../../mail/sign-system-email.ts';
import type { Config } from '../../platform/config/config.ts';
import { signingKey } from '../keys/dkim-keys.ts';

/** Milliseconds. The destination may take its time while we wait for the answer to the final dot. */
const CONNECT_WITHIN = 5000;
const SILENCE = 120_000;

/** The envelope sender of our own letters. */
export function ownSender({ mail }: Config): string {
  return parseAddress(/<([^<>]*)>\s*$/.exec(mail.from)?.[1] ?? mail.from) ?? `no-reply@${mail.domain}`;
}

/** Hands a test mail to our own SMTP server, as a stranger would. Rejects where it is not taken. */
export async function sendTestMail(config: Config, to: string, now: Date): Promise<void> {
  const bytes = await compose(config, to, now);
  const connection = new SMTPConnection({
    host: reachable(config.listenHost),
    port: config.smtpPort,
    name: config.mail.hostname,
    // The name in the certificate is not that of this machine seen from itself.
    tls: { rejectUnauthorized: false },
    connectionTimeout: CONNECT_WITHIN,
    greetingTimeout: CONNECT_WITHIN,
    socketTimeout: SILENCE,
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  connection.on('error', reject);
  connection.on('end', () => reject(new Error('the connection ended')));
  connection.connect((error) => {
    if (error) return reject(error);
    connection.send({ from: ownSender(config), to: [to] }, bytes, (failure) => (failure ? reject(failure) : resolve()));
  });
  try {
    await promise;
    connection.quit();
  } finally {
    connection.close();
  }
}

/** Where a server that listens here is reached from here. */
function reachable(listenHost: string): string {
  if (listenHost === '0.0.0.0') return '127.0.0.1';
  return listenHost === '::' ? '::1' : listenHost;
}

async function compose({ mail, site }: Config, to: string, now: Date): Promise<Buffer> {
  const composer = new MailComposer({
    from: mail.from,
    to: { name: '', address: to },
    date: now,
    subject: `Test mail to ${to}`,
    text: `This mail was sent to ${to} at the wish of its owner on ${site.host}.\n\nIt has arrived: forwarding works.\n`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    newline: 'windows',
  });
  const { selector, privateKey } = await signingKey(mail.dkimKeys, now);
  const key = { selector, privateKey: createPrivateKey(privateKey) };
  const holds = signatureSeconds(mail.queueDays * 86_400);
  return signSystemEmail(await composer.compile().build(), { domain: mail.domain, key, at: now, lifetime: holds });
}
