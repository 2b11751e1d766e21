import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { checkServerIdentity, type TLSSocket } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { rootCertificates } from '../../server/mail/keys/certificate-trust.ts';
import type { Config } from '../../server/platform/config/config.ts';
import { type Finding, note, ok, wrong } from './finding.ts';
import { greetsAs, type MailPort, mailPorts, reachable, TIMEOUT_MS } from './ports-and-data-dir.ts';

interface Served {
  certificate: X509Certificate;
  /** The reason why other servers cannot verify it with the sent certificates, as a code of OpenSSL or Node. */
  fault: string | null;
}

/**
 * Compares the certificate that a running Nameplate serves on each mail port with TLS_CERT: a process keeps its certificate if it
 * could not load the new one. Other checks cover ports on which Nameplate does not respond, and an installation without TLS_CERT.
 */
export async function checkServedCertificates(config: Config): Promise<Finding[]> {
  const { tls, production } = config;
  if (!tls) return [];
  const expected = readCertificate(tls.cert);
  const findings = await Promise.all(mailPorts(config).map((port) => checkPort(port, config, expected)));
  // Local mode has no other servers.
  return findings.flat().map((finding) => (production || finding.kind === 'ok' ? finding : note(finding.what)));
}

async function checkPort(port: MailPort, { mail }: Config, expected: X509Certificate | null): Promise<Finding[]> {
  if (!(await greetsAs(port, mail.hostname))) return [];
  const name = `${port.setting} ${port.port}`;
  const restart = 'look for mail.tls.not_usable in the log, then restart the processes with the role mail';
  try {
    const { certificate, fault } = await servedOn(port, mail.hostname);
    const { validTo, validToDate } = certificate;
    if (expected && !certificate.raw.equals(expected.raw)) {
      return [wrong(`${name} serves a certificate other than TLS_CERT, valid until ${validTo}`, restart)];
    }
    if (validToDate.getTime() < Date.now()) {
      return [wrong(`${name} serves a certificate that ended on ${validTo}`, 'renew it')];
    }
    if (!certificate.checkHost(mail.hostname, { subject: 'never' })) {
      return [
        wrong(`${name} serves a certificate that is not for ${mail.hostname}`, 'get one that names MAIL_HOSTNAME'),
      ];
    }
    if (fault) {
      const what = `other servers cannot verify the certificate that ${name} serves (${fault})`;
      return [wrong(what, `put the complete chain into TLS_CERT; if it is there, ${restart}`)];
    }
    return [ok(`${name} serves the certificate in TLS_CERT`)];
  } catch (error) {
    return [wrong(`${name} offers no working TLS: ${(error as Error).message}`, restart)];
  }
}

/** Returns the certificate in a file; null if the file has none, which `checkTls` reports. */
function readCertificate(file: string): X509Certificate | null {
  try {
    return new X509Certificate(readFileSync(file));
  } catch {
    return null;
  }
}

/** Connects as another server or a mail program does, with STARTTLS or with implicit TLS. */
function servedOn({ host, port, implicitTls }: MailPort, hostname: string): Promise<Served> {
  const connection = new SMTPConnection({
    host: reachable(host),
    port,
    name: hostname,
    secure: implicitTls,
    requireTLS: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    tls: { servername: hostname, ca: rootCertificates(), rejectUnauthorized: false, checkServerIdentity },
  });
  return new Promise<Served>((resolve, reject) => {
    connection.once('error', reject);
    connection.connect(() => {
      const socket = connection._socket as TLSSocket;
      const certificate = socket.getPeerX509Certificate();
      if (!certificate) return reject(new Error('the server sent no certificate'));
      resolve({ certificate, fault: socket.authorizationError ? String(socket.authorizationError) : null });
    });
  }).finally(() => connection.close());
}
