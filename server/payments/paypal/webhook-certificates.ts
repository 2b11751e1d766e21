import { X509Certificate } from 'node:crypto';
import type { PaypalConfig } from '../../platform/config/paypal-config.ts';
import { readReply } from './outcome.ts';

const LONGEST = 64 * 1024;
const MOST_KEPT = 20;
/** Anybody may name addresses to us: what is asked for at once, and anew in a minute, and for how long a failure holds. */
const MAX_PARALLEL = 4;
const MAX_NEW_A_MINUTE = 20;
const FAILURE_MS = 60_000;
/** Where PayPal keeps the certificates of its webhooks. */
const CERTIFICATE_PATH = /^\/v1\/notifications\/certs\/[\w-]{1,100}$/;
/** Of one chain; two or three are usual. */
const MOST_CERTIFICATES = 10;
const BEGIN = '-----BEGIN CERTIFICATE-----';
const END = '-----END CERTIFICATE-----';

/** The certificate can't be had at the moment; the message may be genuine. */
export class CertificateUnavailable extends Error {}

/** Whether webhooks may name a certificate at this address: PayPal's own, and outside production any of the host we call. */
export function isCertificateAddress(address: string, config: PaypalConfig): boolean {
  const url = URL.parse(address);
  if (url?.username !== '' || url.password !== '') return false;
  if (config.certificateHost !== undefined && url.host === config.certificateHost) return true;
  const { hostname } = url;
  if (!CERTIFICATE_PATH.test(url.pathname) || url.search !== '' || address.includes('#')) return false;
  // Anybody can have an account in the sandbox.
  if (config.environment === 'live' && hostname.endsWith('.sandbox.paypal.com')) return false;
  return (
    url.protocol === 'https:' && url.port === '' && (hostname === 'paypal.com' || hostname.endsWith('.paypal.com'))
  );
}

/**
 * Fetches signing certificates, each once, a few at a time. An address that failed is not asked again for a minute, and one
 * whose turn does not come counts as unavailable: PayPal sends a message again that was not acknowledged.
 */
export function certificateFetcher(config: PaypalConfig) {
  /** By address, the longest unused first. */
  const kept = new Map<string, X509Certificate>();
  const failedUntil = new Map<string, number>();
  const underWay = new Map<string, Promise<X509Certificate | null>>();
  let minute = { begins: 0, fetches: 0 };

  async function fetchNew(address: string, now: number): Promise<X509Certificate | null> {
    if ((failedUntil.get(address) ?? 0) > now) throw new CertificateUnavailable(`${address} failed a moment ago`);
    if (now - minute.begins >= 60_000) {
      minute = { begins: now, fetches: 0 };
      for (const [failed, until] of failedUntil) if (until <= now) failedUntil.delete(failed);
    }
    if (underWay.size >= MAX_PARALLEL || minute.fetches >= MAX_NEW_A_MINUTE) {
      throw new CertificateUnavailable('too many certificates are asked for');
    }
    minute.fetches += 1;
    const fetching = fetchText(address, config.timeout)
      .then((text) => readCertificateChain(text)?.[0] ?? null)
      .catch((error: unknown) => {
        failedUntil.set(address, now + FAILURE_MS);
        throw error;
      })
      .finally(() => underWay.delete(address));
    underWay.set(address, fetching);
    return fetching;
  }

  return {
    /** The certificate at an allowed address; null for one that does not hold. Throws CertificateUnavailable. */
    async get(address: string, now: Date): Promise<X509Certificate | null> {
      const certificate = kept.get(address) ?? (await (underWay.get(address) ?? fetchNew(address, now.getTime())));
      if (!certificate || now < certificate.validFromDate || now > certificate.validToDate) return null;
      kept.delete(address);
      kept.set(address, certificate);
      for (const [oldest] of kept) {
        if (kept.size <= MOST_KEPT) break;
        kept.delete(oldest);
      }
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
