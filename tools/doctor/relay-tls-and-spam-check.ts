import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import nodemailer from 'nodemailer';
import { DAY } from '../../contract/time.ts';
import { verificationError } from '../../server/mail/keys/certificate-trust.ts';
import { readPair } from '../../server/mail/keys/tls.ts';
import type { Config } from '../../server/platform/config/config.ts';
import { advice, type Finding, note, ok, wrong } from './finding.ts';

/** Connects to the relay with its TLS settings and credentials, without sending a message. */
export async function checkRelay({ mail, production }: Config): Promise<Finding> {
  if (!mail.relay)
    return note(production ? 'mail goes to the destinations directly' : 'mail stays in the local outbox');
  const transport = nodemailer.createTransport({
    url: mail.relay.href,
    name: mail.hostname,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
  });
  try {
    await transport.verify();
    return ok(`the relay ${mail.relay.host} accepts the connection and the credentials`);
  } catch (error) {
    return wrong(`the relay ${mail.relay.host} cannot be used: ${(error as Error).message}`, 'check SMTP_RELAY_URL');
  } finally {
    transport.close();
  }
}

/** Reports the trusted ARC sealers, and whether mail is checked for spam. */
export function checkFilters({ mail, production }: Config): Finding[] {
  const { trustedSealers, spamCheck } = mail.options;
  const sealers = trustedSealers.join(', ');
  const chains = sealers
    ? `ARC chains sealed by ${sealers} may excuse mail that fails DMARC (MAIL_TRUSTED_SEALERS)`
    : 'no ARC chain excuses mail that fails DMARC (MAIL_TRUSTED_SEALERS)';
  if (spamCheck) return [note(chains), ok(`mail is checked for spam at ${new URL(spamCheck).origin}`)];
  const unchecked = 'mail is forwarded without a spam check (MAIL_SPAM_CHECK_URL)';
  const todo = 'run Rspamd (docs/mail.md): forwarded spam lowers the reputation of this server';
  return [note(chains), production ? advice(unchecked, todo) : note(unchecked)];
}

export async function checkTls({ tls, mail, production }: Config, now = new Date()): Promise<Finding> {
  if (!tls) {
    const what = 'STARTTLS uses a self-signed certificate';
    return production ? wrong(what, 'set TLS_CERT and TLS_KEY to a certificate of MAIL_HOSTNAME') : note(what);
  }
  try {
    const certificate = new X509Certificate(readFileSync(tls.cert));
    if (!certificate.checkPrivateKey(createPrivateKey(readFileSync(tls.key)))) {
      return wrong('TLS_KEY is not the key of TLS_CERT', 'set both to files of one certificate');
    }
    const days = Math.floor((certificate.validToDate.getTime() - now.getTime()) / DAY);
    if (days < 0) return wrong(`the certificate in TLS_CERT ended on ${certificate.validTo}`, 'renew it');
    if (!certificate.checkHost(mail.hostname)) {
      return wrong(`the certificate in TLS_CERT is not for ${mail.hostname}`, 'get one that names MAIL_HOSTNAME');
    }
    const fault = await verificationError(await readPair(tls), mail.hostname);
    if (fault !== null) {
      return wrong(
        `other servers cannot verify the certificate in TLS_CERT (${fault}), so our MTA-STS policy is in testing mode`,
        'use a certificate of a public authority, with the complete chain in TLS_CERT',
      );
    }
    return ok(`the certificate in TLS_CERT is valid for another ${days} days`);
  } catch (error) {
    return wrong(
      `TLS_CERT or TLS_KEY cannot be read: ${(error as Error).message}`,
      'set both to PEM files that this user can read',
    );
  }
}
