import { createPrivateKey } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { signatureSeconds, signSystemEmail } from '../../../mail/sign-system-email.ts';
import type { Config } from '../../platform/config/config.ts';
import { signingKey } from '../keys/dkim-keys.ts';
import { systemSender } from '../system-email-sender.ts';

/** Milliseconds. The reply to the final dot can take long, because the mail is delivered before it. */
const CONNECT_TIMEOUT_MS = 5000;
const SOCKET_TIMEOUT_MS = 120_000;

/** Sends a test mail to our own SMTP server, as any other client would. Rejects if the server rejects it. */
export async function sendTestMail(config: Config, to: string, now: Date): Promise<void> {
  const bytes = await compose(config, to, now);
  const connection = new SMTPConnection({
    host: localAddress(config.listenHost),
    port: config.smtpPort,
    name: config.mail.hostname,
    // The certificate names the public host, not the loopback address.
    tls: { rejectUnauthorized: false },
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  connection.on('error', reject);
  connection.on('end', () => reject(new Error('the connection ended')));
  connection.connect((error) => {
    if (error) return reject(error);
    connection.send({ from: systemSender(config), to: [to] }, bytes, (failure) =>
      failure ? reject(failure) : resolve(),
    );
  });
  try {
    await promise;
    connection.quit();
  } finally {
    connection.close();
  }
}

/** Returns the address at which this machine reaches a server that listens on this host. */
function localAddress(listenHost: string): string {
  if (listenHost === '0.0.0.0') return '127.0.0.1';
  return listenHost === '::' ? '::1' : listenHost;
}

async function compose({ mail, site }: Config, to: string, now: Date): Promise<Buffer> {
  const composer = new MailComposer({
    from: mail.from,
    to: { name: '', address: to },
    date: now,
    subject: `Test mail to ${to}`,
    text: `The owner of ${to} requested this test mail on ${site.host}.\n\nIt has arrived: forwarding works.\n`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    newline: 'windows',
  });
  const { selector, privateKey } = await signingKey(mail.dkimKeys, now);
  const key = { selector, privateKey: createPrivateKey(privateKey) };
  const holds = signatureSeconds(mail.queueDays * 86_400);
  return signSystemEmail(await composer.compile().build(), { domain: mail.domain, key, at: now, lifetime: holds });
}
