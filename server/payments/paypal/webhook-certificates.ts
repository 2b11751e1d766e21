import { X509Certificate } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { PaypalConfig } from '../../platform/config/paypal-config.ts';
import { singleFlight } from '../../platform/single-flight.ts';
import { readReply } from './outcome.ts';

const MAX_BYTES = 64 * 1024;
const MAX_CACHED = 20;
/** Limits of fetches, because unauthenticated requests name the addresses. */
const MAX_PARALLEL = 4;
const MAX_NEW_A_MINUTE = 20;
const FAILURE_MS = 60_000;
/** The path of the certificates of PayPal's webhooks. */
const CERTIFICATE_PATH = /^\/v1\/notifications\/certs\/[\w-]{1,100}$/;
/** Certificates of one chain; two or three are usual. */
const MAX_CHAIN = 10;
const BEGIN = '-----BEGIN CERTIFICATE-----';
const END = '-----END CERTIFICATE-----';

/** Thrown if the certificate cannot be fetched now; the message may be genuine. */
export class CertificateUnavailable extends Error {}

/**
 * Returns whether webhooks may name a certificate at this address: on PayPal's own hosts, and outside production on the
 * host that we call.
 */
export function isCertificateAddress(address: string, config: PaypalConfig): boolean {
  const url = URL.parse(address);
  if (url?.username !== '' || url.password !== '') return false;
  if (config.certificateHost !== undefined && url.host === config.certificateHost) return true;
  const { hostname } = url;
  if (!CERTIFICATE_PATH.test(url.pathname) || url.search !== '' || address.includes('#')) return false;
  // Anyone can get an account in the sandbox.
  if (config.environment === 'live' && hostname.endsWith('.sandbox.paypal.com')) return false;
  return (
    url.protocol === 'https:' && url.port === '' && (hostname === 'paypal.com' || hostname.endsWith('.paypal.com'))
  );
}

/**
 * Fetches signing certificates, each once, a few at a time. An address that failed is not fetched again for a minute. A
 * certificate above the limits is treated as unavailable, because PayPal repeats messages that were not acknowledged.
 */
export function certificateFetcher(config: PaypalConfig) {
  const cached = new LRUCache<string, X509Certificate>({ max: MAX_CACHED });
  const failedUntil = new Map<string, number>();
  let inProgress = 0;
  let minute = { begins: 0, fetches: 0 };

  async function fetchNew(address: string, now: number): Promise<X509Certificate | null> {
    if ((failedUntil.get(address) ?? 0) > now) throw new CertificateUnavailable(`${address} failed shortly before`);
    if (now - minute.begins >= 60_000) {
      minute = { begins: now, fetches: 0 };
      for (const [failed, until] of failedUntil) if (until <= now) failedUntil.delete(failed);
    }
    if (inProgress >= MAX_PARALLEL || minute.fetches >= MAX_NEW_A_MINUTE) {
      throw new CertificateUnavailable('too many certificates are being fetched');
    }
    minute.fetches += 1;
    inProgress += 1;
    try {
      return readCertificateChain(await fetchText(address, config.timeout))?.[0] ?? null;
    } catch (error) {
      failedUntil.set(address, now + FAILURE_MS);
      throw error;
    } finally {
      inProgress -= 1;
    }
  }

  return {
    /** Returns the certificate at an allowed address; null for an invalid certificate. Throws CertificateUnavailable. */
    async get(address: string, now: Date): Promise<X509Certificate | null> {
      const fetchOnce = () => singleFlight(`certificate ${address}`, () => fetchNew(address, now.getTime()));
      const certificate = cached.get(address) ?? (await fetchOnce());
      if (!certificate || now < certificate.validFromDate || now > certificate.validToDate) return null;
      cached.set(address, certificate);
      return certificate;
    },
  };
}

async function fetchText(address: string, timeout: number): Promise<string> {
  try {
    // A redirect could lead to a host that is not PayPal's.
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeout) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return await readReply(response, MAX_BYTES);
  } catch (error) {
    throw new CertificateUnavailable(`no certificate at ${address}`, { cause: error });
  }
}

/**
 * Returns the certificates of a PEM file, the signer's first, each issued by the next; null if they do not form such a chain.
 */
function readCertificateChain(pem: string): X509Certificate[] | null {
  try {
    const chain = blocksOf(pem).map((block) => new X509Certificate(block));
    const isValid = chain.every((certificate, index) => {
      const issuer = chain[index + 1];
      return !issuer || (certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey));
    });
    return isValid && chain.length > 0 ? chain : null;
  } catch {
    return null;
  }
}

/** Returns the certificates in a PEM file, in its order. */
function blocksOf(pem: string): string[] {
  const blocks: string[] = [];
  for (let start = pem.indexOf(BEGIN); start >= 0; ) {
    const end = pem.indexOf(END, start);
    if (end < 0) break;
    blocks.push(pem.slice(start, end + END.length));
    if (blocks.length > MAX_CHAIN) throw new Error('too many certificates');
    start = pem.indexOf(BEGIN, end + END.length);
  }
  return blocks;
}
