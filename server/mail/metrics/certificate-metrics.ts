import { X509Certificate } from 'node:crypto';
import { gauge } from '../../platform/metrics/registry.ts';

let expires: number | undefined;

// Reports the certificate that expires first: a mail process that could not load a renewed one keeps the old one.
gauge(
  'nameplate_mail_certificate_expiry_timestamp_seconds',
  'When the certificate that the mail ports serve ends, in seconds since 1970',
  [],
  () => (expires === undefined ? [] : [{ value: expires }]),
  'min',
);

/** Records the certificate, as PEM, that this process serves from now on. */
export function measureCertificate(pem: string): void {
  expires = new X509Certificate(pem).validToDate.getTime() / 1000;
}
