import { generate } from 'selfsigned';
import { DAY } from '../contract/time.ts';

export interface Certificate {
  key: string;
  cert: string;
}

/** Creates a certificate for `names`, signed by `by` or self-signed. Without names, creates a CA certificate. */
export async function makeCertificate(
  names: string[],
  { by, notAfterDate, subject = 'an authority' }: { by?: Certificate; notAfterDate?: Date; subject?: string } = {},
): Promise<Certificate> {
  const now = Date.now();
  const pems = await generate([{ name: 'commonName', value: names[0] ?? subject }], {
    algorithm: 'sha256',
    keySize: 2048,
    notBeforeDate: new Date(now - 7 * DAY),
    notAfterDate: notAfterDate ?? new Date(now + 60 * DAY),
    ...(by ? { ca: by } : {}),
    extensions: [
      { name: 'basicConstraints', cA: names.length === 0, critical: true },
      ...(names.length > 0
        ? [{ name: 'subjectAltName' as const, altNames: names.map((value) => ({ type: 2 as const, value })) }]
        : []),
    ],
  });
  return { key: `${pems.private.trim()}\n`, cert: `${pems.cert.trim()}\n` };
}
