import { createHash, X509Certificate } from 'node:crypto';
import type { DetailedPeerCertificate } from 'node:tls';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '../../../contract/time.ts';
import { type Certificate, makeCertificate } from '../../../fakes/certificates.ts';
import { certificateMatches, matches, type TlsaRecord, verifiedPath } from './dane.ts';

const NAME = 'mx.inbox.test';

let root: Certificate;
let leaf: Certificate;
let selfSigned: Certificate;
let expired: Certificate;

beforeAll(async () => {
  root = await makeCertificate([]);
  leaf = await makeCertificate([NAME], { by: root });
  selfSigned = await makeCertificate([NAME]);
  expired = await makeCertificate([NAME], { by: root, notAfterDate: new Date(Date.now() - DAY) });
});

const x509 = ({ cert }: Certificate) => new X509Certificate(cert);
const spki = (certificate: Certificate) => x509(certificate).publicKey.export({ type: 'spki', format: 'der' });
const digest = (algorithm: string, bytes: Buffer) => createHash(algorithm).update(bytes).digest('hex');

/** A record with selector SPKI and matching type SHA-256. */
const record = (usage: number, certificate: Certificate): TlsaRecord => ({
  usage,
  selector: 1,
  matchingType: 1,
  data: digest('sha256', spki(certificate)),
});

/** The certificate as Node reports it, linked to the issuers that the server sent. */
function peer(certificate: Certificate, issuers: Certificate[] = []): DetailedPeerCertificate {
  const [issuer, ...rest] = issuers;
  const legacy = x509(certificate).toLegacyObject() as DetailedPeerCertificate;
  return issuer ? Object.assign(legacy, { issuerCertificate: peer(issuer, rest) }) : legacy;
}

describe('a TLSA record', () => {
  it('matches a certificate by every selector and matching type (RFC 6698 2.1)', () => {
    const { raw } = x509(leaf);
    const forms: [selector: number, matchingType: number, data: string][] = [
      [0, 0, raw.toString('hex')],
      [0, 1, digest('sha256', raw)],
      [0, 2, digest('sha512', raw)],
      [1, 0, spki(leaf).toString('hex')],
      [1, 1, digest('sha256', spki(leaf))],
      [1, 2, digest('sha512', spki(leaf))],
    ];
    for (const [selector, matchingType, data] of forms) {
      const form = { usage: 3, selector, matchingType, data };
      expect(matches(x509(leaf), form), `${selector} ${matchingType}`).toBe(true);
      expect(matches(x509(selfSigned), form), `${selector} ${matchingType}`).toBe(false);
    }
  });

  it('does not match if the selector or the matching type differs', () => {
    const data = digest('sha256', spki(leaf));
    expect(matches(x509(leaf), { usage: 3, selector: 0, matchingType: 1, data })).toBe(false);
    expect(matches(x509(leaf), { usage: 3, selector: 1, matchingType: 2, data })).toBe(false);
  });
});

describe('DANE-EE(3)', () => {
  it('accepts a certificate pinned by DANE-EE regardless of name and date (RFC 7672 3.1.1)', () => {
    expect(certificateMatches(peer(expired), [record(3, expired)], ['other.test'])).toBeNull();
  });

  it('rejects a certificate that DANE-EE does not pin, even if its issuer is pinned', () => {
    expect(certificateMatches(peer(selfSigned), [record(3, leaf)], [NAME])).toMatch(/matches no TLSA record/);
    expect(certificateMatches(peer(leaf, [root]), [record(3, root)], [NAME])).toMatch(/matches no TLSA record/);
  });
});

describe('DANE-TA(2)', () => {
  it('accepts a certificate that the pinned authority issued', () => {
    expect(certificateMatches(peer(leaf, [root]), [record(2, root)], [NAME])).toBeNull();
  });

  it('rejects a certificate that was not issued by the authority sent with it', () => {
    const reason = certificateMatches(peer(selfSigned, [root]), [record(2, root)], [NAME]);
    expect(reason).toMatch(/matches no TLSA record/);
    expect(verifiedPath(x509(selfSigned), [x509(root)])).toHaveLength(1);
  });

  it('rejects a certificate without the authority in its chain', () => {
    expect(certificateMatches(peer(leaf), [record(2, root)], [NAME])).toMatch(/matches no TLSA record/);
  });

  it('rejects a wrong name and an expired certificate under DANE-TA (RFC 7672 3.1.2)', () => {
    expect(certificateMatches(peer(leaf, [root]), [record(2, root)], ['other.test'])).toMatch(/not valid for other/);
    expect(certificateMatches(peer(expired, [root]), [record(2, root)], [NAME])).toMatch(/expired/);
  });
});

it('rejects a server without a certificate', () => {
  expect(certificateMatches({} as DetailedPeerCertificate, [record(3, leaf)], [NAME])).toMatch(/no certificate/);
});
