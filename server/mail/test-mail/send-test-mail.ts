import { createPrivateKey } from 'node:crypto';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Site } from '../../../contract/documents.ts';
import { pages } from '../../../contract/paths.ts';
import { signatureSeconds, signSystemEmail } from '../../../mail/rewrite/sign-system-email.ts';
import type { Email } from '../../emails/shared/email.ts';
import { toMimeMessage } from '../../emails/shared/mime-message.ts';
import { senderAddress, senderOf } from '../../emails/shared/sender.ts';
import type { Config } from '../../platform/config/config.ts';
import { signingKey } from '../keys/dkim-keys.ts';

/** Milliseconds. The reply to the final dot can take long, because the mail is delivered first. */
const CONNECT_TIMEOUT_MS = 5000;
const SOCKET_TIMEOUT_MS = 120_000;

/** Sends a test mail to our own SMTP server, as any other client would. Rejects if the server rejects it. */
export async function sendTestMail(
  { config, site }: { config: Config; site: Site },
  to: string,
  now: Date,
): Promise<void> {
  const bytes = await compose(config.mail, site, to, now);
  const connection = new SMTPConnection({
    host: localAddress(config.listenHost),
    port: config.smtpPort,
    name: config.mail.hostname,
    // The certificate is for the public host, not the loopback address.
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
    connection.send({ from: senderAddress(config.mail), to: [to] }, bytes, (failure) =>
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

/** Returns the local address of a server that listens on this host. */
function localAddress(listenHost: string): string {
  if (listenHost === '0.0.0.0') return '127.0.0.1';
  return listenHost === '::' ? '::1' : listenHost;
}

/** Returns the test mail to the address of a handle. */
export function testEmail(site: Site, to: string): Email {
  return {
    to,
    subject: `Test mail to ${to}`,
    preheader: 'It has arrived: forwarding works.',
    heading: 'Forwarding works',
    handle: { name: to.slice(0, to.lastIndexOf('@')), shownAs: 'address' },
    body: [`The owner of ${to} requested this test mail on ${site.host}.`, 'It has arrived: forwarding works.'],
    button: { label: 'See how it got here', url: site.origin + pages.manageEmail() },
    notes: ['There is nothing else you need to do.'],
  };
}

async function compose(mail: Config['mail'], site: Site, to: string, now: Date): Promise<Buffer> {
  const message = await toMimeMessage(testEmail(site, to), site, senderOf(mail, site), { date: now });
  const { selector, privateKey } = await signingKey(mail.dkimKeys, now);
  const key = { selector, privateKey: createPrivateKey(privateKey) };
  const holds = signatureSeconds(mail.options.queueSeconds);
  return signSystemEmail(message, { domain: mail.domain, key, at: now, lifetime: holds });
}
