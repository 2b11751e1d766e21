import { X509Certificate } from 'node:crypto';
import { checkServerIdentity, type DetailedPeerCertificate } from 'node:tls';
import { verifyCertAgainstTlsa } from 'mx-connect/lib/dane.js';
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

/** The usable TLSA records of a host, possibly none; 'unknown' if the lookup failed. */
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
  const chain = chainOf(leaf);
  const matching = (usage: number) => {
    const of = records.filter((record) => record.usage === usage);
    if (of.length === 0) return false;
    const asked = of.map(({ selector, matchingType: match, data }) => ({
      usage,
      selector,
      mtype: match,
      cert: Buffer.from(data, 'hex'),
    }));
    return verifyCertAgainstTlsa(leaf, asked, chain).valid;
  };
  // DANE-EE ignores names and dates; DANE-TA checks both (RFC 7672 3.1.1, 3.1.2).
  if (matching(END_ENTITY)) return null;
  if (!matching(TRUST_ANCHOR)) return 'The certificate matches no TLSA record';
  if (!names.some((name) => checkServerIdentity(name, leaf) === undefined)) {
    return `The certificate is not valid for ${names[0]}`;
  }
  const now = Date.now();
  const dated = [leaf, ...chain].map(({ raw }) => new X509Certificate(raw));
  const over = dated.some(({ validFromDate, validToDate }) => +validFromDate > now || +validToDate < now);
  return over ? 'A certificate of the chain is expired or not yet valid' : null;
}

/** Returns the issuer certificates that the server sent. */
function chainOf(leaf: DetailedPeerCertificate): DetailedPeerCertificate[] {
  const chain: DetailedPeerCertificate[] = [];
  // A root certificate is its own issuer.
  for (
    let at = leaf;
    at.issuerCertificate && at.issuerCertificate !== at && chain.length < 10;
    at = at.issuerCertificate
  ) {
    chain.push(at.issuerCertificate);
  }
  return chain;
}
