import { X509Certificate } from 'node:crypto';
import { gauge } from '../../platform/metrics/registry.ts';

let expires: number | undefined;

// Of the mail process whose certificate ends first: one that could not load a renewed certificate keeps the old one.
gauge(
  'nameplate_mail_certificate_expiry_timestamp_seconds',
  'When the certificate that the mail ports serve ends, in seconds since 1970',
  [],
  () => (expires === undefined ? [] : [{ value: expires }]),
  'min',
);

/** Notes the certificate, as PEM, that this process serves from now on. */
export function measureCertificate(pem: string): void {
  expires = new X509Certificate(pem).validToDate.getTime() / 1000;
}
