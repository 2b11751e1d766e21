import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:tls';
import { DAY } from '../../contract/time.ts';
import { policyHost } from '../../server/mail/mta-sts-rules.ts';
import type { Config } from '../../server/platform/config/config.ts';
import { type Finding, ok, wrong } from './finding.ts';

const TIMEOUT_MS = 10_000;
/** The remaining lifetime at which a certificate should have been renewed: two weeks, or a sixth of a short lifetime. */
const LATE_MS = 14 * DAY;
const LATE_PART = 1 / 6;

/** Returns a finding about a certificate that has ended or whose renewal is late; null for any other certificate. */
function lateRenewal(certificate: X509Certificate, where: string, now: Date): Finding | null {
  const { validFromDate, validToDate, validTo } = certificate;
  const left = validToDate.getTime() - now.getTime();
  if (left < 0) return wrong(`the certificate ${where} ended on ${validTo}`, 'renew it');
  if (left > Math.min(LATE_MS, (validToDate.getTime() - validFromDate.getTime()) * LATE_PART)) return null;
  const days = Math.floor(left / DAY);
  return wrong(
    `the certificate ${where} ends in ${days} days, and was not renewed`,
    'check the program that renews it',
  );
}

/**
 * Reports a late renewal of the certificate in TLS_CERT. Another check reports a certificate that has expired or cannot
 * be read.
 */
export async function checkTlsRenewal({ tls }: Pick<Config, 'tls'>, now = new Date()): Promise<Finding[]> {
  if (!tls) return [];
  try {
    const certificate = new X509Certificate(await readFile(tls.cert));
    const late = certificate.validToDate >= now && lateRenewal(certificate, 'in TLS_CERT', now);
    return late ? [late] : [];
  } catch {
    return [];
  }
}

/**
 * Checks when the certificates of PUBLIC_URL and of the MTA-STS policy end. Other checks report a host that
 * cannot be reached or whose certificate is not trusted.
 */
export async function checkHttpsCertificates(
  { site, mail }: Pick<Config, 'site' | 'mail'>,
  port = 443,
): Promise<Finding[]> {
  const { protocol, hostname, host, port: ownPort } = new URL(site.origin);
  const served = [
    ...(protocol === 'https:' ? [{ name: hostname, at: Number(ownPort || port), where: `of ${host}` }] : []),
    { name: policyHost(mail.domain), at: port, where: `of ${policyHost(mail.domain)}` },
  ];
  const findings = await Promise.all(
    served.map(async ({ name, at, where }) => {
      const certificate = await certificateOf(name, at);
      if (!certificate) return [];
      return [
        lateRenewal(certificate, where, new Date()) ??
          ok(`the certificate ${where} is valid until ${certificate.validTo}`),
      ];
    }),
  );
  return findings.flat();
}

function certificateOf(name: string, port: number): Promise<X509Certificate | undefined> {
  // The certificate is only read, not trusted.
  const socket = connect({ host: name, port, servername: name, rejectUnauthorized: false });
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
  return new Promise<X509Certificate | undefined>((done) => {
    socket.once('secureConnect', () => done(socket.getPeerX509Certificate()));
    socket.once('error', () => done(undefined)).once('close', () => done(undefined));
  }).finally(() => socket.destroy());
}
