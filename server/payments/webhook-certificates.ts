import { X509Certificate } from 'node:crypto';
import type { PaypalConfig } from '../plumbing/config.ts';
import { readReply } from './paypal-outcome.ts';

const LONGEST = 64 * 1024;
const MOST_KEPT = 20;
/** Of one chain; two or three are usual. */
const MOST_CERTIFICATES = 10;
const BEGIN = '-----BEGIN CERTIFICATE-----';
const END = '-----END CERTIFICATE-----';

/** The certificate can't be had at the moment; the message may be genuine. */
export class CertificateUnavailable extends Error {}

/** Whether webhooks may name a certificate at this address: PayPal's own hosts, and outside production the one we call. */
export function isCertificateAddress(address: string, config: PaypalConfig): boolean {
  const url = URL.parse(address);
  if (url?.username !== '' || url.password !== '') return false;
  if (config.certificateHost !== undefined && url.host === config.certificateHost) return true;
  const { hostname } = url;
  // Anybody can have an account in the sandbox.
  if (config.environment === 'live' && hostname.endsWith('.sandbox.paypal.com')) return false;
  return (
    url.protocol === 'https:' && url.port === '' && (hostname === 'paypal.com' || hostname.endsWith('.paypal.com'))
  );
}

/** Fetches signing certificates, each once. */
export function certificateFetcher(config: PaypalConfig) {
  const kept = new Map<string, X509Certificate>();
  return {
    /** The certificate at an allowed address; null for one that does not hold. Throws CertificateUnavailable. */
    async get(address: string, now: Date): Promise<X509Certificate | null> {
      const chain = kept.has(address) ? undefined : readCertificateChain(await fetchText(address, config.timeout));
      if (chain === null) return null;
      const certificate = kept.get(address) ?? chain?.[0];
      if (!certificate || now < certificate.validFromDate || now > certificate.validToDate) return null;
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(address, certificate);
      return certificate;
    },
  };
}

async function fetchText(address: string, timeout: number): Promise<string> {
  try {
    // A redirect could lead to a host that is not PayPal's.
    const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeout) });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return await readReply(answer, LONGEST);
  } catch (error) {
    throw new CertificateUnavailable(`no certificate at ${address}`, { cause: error });
  }
}

/** The certificates of a PEM file, the signer's first, each vouched for by the next; null where they are not. */
export function readCertificateChain(pem: string): X509Certificate[] | null {
  try {
    const chain = blocksOf(pem).map((block) => new X509Certificate(block));
    const holds = chain.every((certificate, index) => {
      const issuer = chain[index + 1];
      return !issuer || (certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey));
    });
    return holds && chain.length > 0 ? chain : null;
  } catch {
    return null;
  }
}

/** The certificates in a PEM file as they stand there, one after the other. */
function blocksOf(pem: string): string[] {
  const blocks: string[] = [];
  for (let start = pem.indexOf(BEGIN); start >= 0; ) {
    const end = pem.indexOf(END, start);
    if (end < 0) break;
    blocks.push(pem.slice(start, end + END.length));
    if (blocks.length > MOST_CERTIFICATES) throw new Error('too many certificates');
    start = pem.indexOf(BEGIN, end + END.length);
  }
  return blocks;
}
