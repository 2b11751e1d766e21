import { createHash, X509Certificate } from 'node:crypto';
import { checkServerIdentity, type DetailedPeerCertificate } from 'node:tls';
import type { Lookup } from '../dns-lookup.ts';
import { isNoSuchDomain } from '../dns-lookup.ts';

/** A TLSA record (RFC 6698 2.1); `data` in hex. */
export interface TlsaRecord {
  usage: number;
  selector: number;
  matchingType: number;
  data: string;
}

const TRUST_ANCHOR = 2;
const END_ENTITY = 3;

/** The usable TLSA records of a host, which may be none; 'unknown' if the lookup failed. */
export type HostTlsa = TlsaRecord[] | 'unknown';

/** Looks up the TLSA records of a host whose addresses are DNSSEC-validated; null if it has none (RFC 7672 2.2). */
export async function findTlsa(name: string, port: number, lookup: Lookup): Promise<HostTlsa | null> {
  try {
    const { records, secure } = await lookup.find(`_${port}._tcp.${name}`, 'TLSA');
    return secure && records.length > 0 ? usableRecords(records) : null;
  } catch (error) {
    // An attacker who suppresses the response must not disable DANE.
    return isNoSuchDomain(error) ? null : 'unknown';
  }
}

/** Returns the records usable for SMTP: DANE-TA or DANE-EE with known selector and matching type (RFC 7672 3.1). */
function usableRecords(records: TlsaRecord[]): TlsaRecord[] {
  return records.filter(({ usage, selector, matchingType: match, data }) => {
    const known = (usage === TRUST_ANCHOR || usage === END_ENTITY) && selector <= 1 && match <= 2;
    return known && data.length === (match === 1 ? 64 : match === 2 ? 128 : data.length) && data !== '';
  });
}

/** Returns the reason why the certificate matches no TLSA record, or null if one matches (RFC 6698 2.1). */
export function certificateMatches(
  leaf: DetailedPeerCertificate,
  records: TlsaRecord[],
  names: string[],
): string | null {
  if (!leaf.raw) return 'The server presented no certificate';
  const certificate = new X509Certificate(leaf.raw);
  const chain = chainOf(leaf);
  // DANE-EE ignores names and dates; DANE-TA checks both (RFC 7672 3.1.1, 3.1.2).
  if (records.some((record) => record.usage === END_ENTITY && matches(certificate, record))) return null;
  const path = verifiedPath(certificate, chain);
  const anchors = records.filter(({ usage }) => usage === TRUST_ANCHOR);
  if (!anchors.some((record) => path.some((each) => matches(each, record))))
    return 'The certificate matches no TLSA record';
  if (!names.some((name) => checkServerIdentity(name, leaf) === undefined)) {
    return `The certificate is not valid for ${names[0]}`;
  }
  // biome-ignore lint/plugin: certificates are valid by the real time, as in the TLS library
  const now = Date.now();
  const over = [certificate, ...chain].some(
    ({ validFromDate, validToDate }) => +validFromDate > now || +validToDate < now,
  );
  return over ? 'A certificate of the chain is expired or not yet valid' : null;
}

/** Returns whether a record matches a certificate by its selector and matching type (RFC 6698 2.1.2, 2.1.3). */
export function matches(certificate: X509Certificate, { selector, matchingType, data }: TlsaRecord): boolean {
  const selected = selector === 0 ? certificate.raw : certificate.publicKey.export({ type: 'spki', format: 'der' });
  const algorithm = matchingType === 1 ? 'sha256' : 'sha512';
  const association = matchingType === 0 ? selected : createHash(algorithm).update(selected).digest();
  return association.equals(Buffer.from(data, 'hex'));
}

/**
 * Returns the leaf and the certificates whose signatures show that they issued it, directly or indirectly: a server may
 * also send unrelated certificates, such as a copy of a public trust anchor. Empty if the server sent no issuer.
 */
export function verifiedPath(leaf: X509Certificate, chain: readonly X509Certificate[]): X509Certificate[] {
  if (chain.length === 0) return [];
  const path = [leaf];
  const unused = new Set(chain);
  for (let current: X509Certificate | undefined = leaf; current; ) {
    const subject: X509Certificate = current;
    current = [...unused].find((issuer) => subject.checkIssued(issuer) && subject.verify(issuer.publicKey));
    if (!current) break;
    unused.delete(current);
    path.push(current);
  }
  return path;
}

/** Returns the issuer certificates that the server sent. */
function chainOf(leaf: DetailedPeerCertificate): X509Certificate[] {
  const chain: X509Certificate[] = [];
  // A root certificate is its own issuer.
  for (
    let at = leaf;
    at.issuerCertificate && at.issuerCertificate !== at && chain.length < 10;
    at = at.issuerCertificate
  ) {
    chain.push(new X509Certificate(at.issuerCertificate.raw));
  }
  return chain;
}
