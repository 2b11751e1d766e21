import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BodyHash } from '../message/body-hash.ts';
import { dkimSignature } from '../rewrite/dkim-sign.ts';
import {
  arc,
  createKeyCache,
  DkimVerifier,
  evaluateDmarc,
  formatAuthHeaderRow,
  getAlignment,
  getARChain,
  type Headers,
  parseDkimHeaders,
  spf,
} from './mailauth-internals.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const RECORD = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;

const DNS: Record<string, string[][]> = {
  'TXT key._domainkey.senders.test': [[RECORD]],
  'TXT senders.test': [['v=spf1 ip4:192.0.2.1 -all']],
  'TXT _dmarc.senders.test': [['v=DMARC1; p=reject']],
};

async function resolve(name: string, type: string): Promise<unknown> {
  const records = DNS[`${type} ${name.toLowerCase()}`];
  if (!records) throw Object.assign(new Error(`ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
  return records;
}

const header = (...lines: string[]): Headers => ({
  parsed: lines.map((line) => {
    const casedKey = line.slice(0, line.indexOf(':'));
    return { key: casedKey.toLowerCase(), casedKey, line: Buffer.from(line) };
  }),
  original: Buffer.from(lines.map((line) => `${line}\r\n`).join('')),
});

describe('DkimVerifier of mailauth', () => {
  /** Uses the members that our subclass in dkim.ts overrides and reads. */
  class Verifier extends DkimVerifier {
    readonly calls: string[] = [];
    override async messageHeaders(headers: Headers): Promise<void> {
      this.headers = headers;
      const [field] = headers.parsed;
      if (!field) return;
      const signature = Object.assign(parseDkimHeaders(field.line), { type: 'DKIM' as const });
      this.signatureHeaders.push(signature);
      this.prepareSignature(signature);
      signature.bodyHashKey = this.addBodyHash(signature.bodyCanon, signature.hashAlgo, signature.maxBodyLength);
    }
    override addBodyHash(canonicalization: string, algorithm: string, max: number | ''): string {
      this.calls.push(`addBodyHash ${canonicalization} ${algorithm} ${max}`);
      this.bodyHashes.set('key', new BodyHash('relaxed', algorithm));
      return 'key';
    }
    override baseResult(): object {
      this.calls.push('baseResult');
      return { signingDomain: 'senders.test' };
    }
  }

  it('verifies DKIM with an overridden header parser, our body hash and cached KeyObjects', async () => {
    const from = 'From: carol@senders.test';
    const hash = new BodyHash('relaxed');
    hash.update(Buffer.from('text\r\n'));
    const field = dkimSignature(Buffer.from(`${from}\r\n\r\n`), hash.digest('base64'), {
      domain: 'senders.test',
      key: { selector: 'key', privateKey },
      at: new Date(),
      lifetime: 3600,
    });
    const verifier = new Verifier({ resolver: resolve, rejectRsaSha1: true, curTime: new Date() });
    const keys = createKeyCache(resolve);
    const found = await keys.get('DKIM', 'key._domainkey.senders.test', 1024, {});
    const asObject = { ...found, publicKey: createPublicKey(found.publicKey as string) };
    verifier.keyCache = { resolver: resolve, get: async () => asObject };
    await verifier.messageHeaders(header(field.trimEnd(), from));
    for (const bodyHash of verifier.bodyHashes.values()) (bodyHash as BodyHash).update(Buffer.from('text\r\n'));
    await verifier.finalChunk();
    expect(verifier.results).toMatchObject([{ signingDomain: 'senders.test', status: { result: 'pass' } }]);
    expect(verifier.results[0]?.info).toMatch(/^dkim=pass/);
    expect(verifier.calls).toContain('addBodyHash relaxed sha256 ');
    expect(verifier.calls).toContain('baseResult');
    expect((verifier.bodyHashes.get('key') as BodyHash).hash).not.toBe('');
    expect(verifier.arc).toBeTypeOf('object');
  });
});

describe('ARC functions of mailauth', () => {
  it('returns no chain and the result none for a message without ARC fields', async () => {
    expect(getARChain(header('From: carol@senders.test')) || []).toEqual([]);
    const { status } = await arc({ chain: false } as never, { resolver: resolve as never });
    expect(status.result).toBe('none');
  });

  it('keeps the bytes of ARC fields and parses the recorded DMARC result', () => {
    const chain = getARChain(
      header(
        'ARC-Seal: i=1; a=rsa-sha256; cv=none; d=lists.test; s=key; t=1; b=AAAA',
        'ARC-Message-Signature: i=1; a=rsa-sha256; c=relaxed/relaxed; d=lists.test; s=key; h=from; bh=AAAA; b=AAAA',
        'ARC-Authentication-Results: i=1; mx.lists.test; dmarc=pass header.from=senders.test',
      ),
    );
    const [set] = chain || [];
    expect(set?.['arc-seal']?.parsed?.d?.value).toBe('lists.test');
    expect(set?.['arc-message-signature']?.parsed?.s?.value).toBe('key');
    expect(Buffer.isBuffer((set?.['arc-seal'] as { original?: unknown } | undefined)?.original)).toBe(true);
    expect(set?.['arc-authentication-results']?.parsed?.dmarc).toMatchObject({
      value: 'pass',
      header: { from: 'senders.test' },
    });
  });
});

describe('SPF and DMARC functions of mailauth', () => {
  it('evaluates SPF with the given resolver', async () => {
    const check = (ip: string) =>
      spf({ ip, helo: 'senders.test', sender: 'a@senders.test', mta: 'mx.test', resolver: resolve as never });
    expect((await check('192.0.2.1')).status.result).toBe('pass');
    expect((await check('192.0.2.2')).status.result).toBe('fail');
  });

  it('evaluates DMARC from the domains that passed, with the aligned signers', async () => {
    const { response, dkimAligned } = await evaluateDmarc({
      headerFrom: ['carol@senders.test'],
      fromFields: 1,
      spfDomains: [],
      dkimDomains: [{ domain: 'senders.test' }],
      resolver: resolve as never,
    });
    expect(response).toMatchObject({ policy: 'reject', status: { result: 'pass', header: { from: 'senders.test' } } });
    expect(dkimAligned?.has('senders.test')).toBe(true);
  });
});

describe('helpers of mailauth', () => {
  it('compares organizational domains and formats results', () => {
    expect(getAlignment('news.senders.test', ['senders.test'])).toBeTruthy();
    expect(getAlignment('senders.test', ['other.test'])).toBe(false);
    expect(formatAuthHeaderRow('spf', { result: 'pass', smtp: { mailfrom: 'senders.test' } })).toBe(
      'spf=pass smtp.mailfrom=senders.test',
    );
  });

  it('rejects a missing key with the code of the DNS error', async () => {
    await expect(createKeyCache(resolve).get('DKIM', 'none._domainkey.senders.test')).rejects.toMatchObject({
      code: 'ENOTFOUND',
    });
  });
});
