import { generateKeyPairSync } from 'node:crypto';
import { readFromField } from '../../../mail/authenticate/from-field.ts';
import { createKeyCache } from '../../../mail/authenticate/mailauth-internals.ts';
import type { Resolver } from '../../../mail/host/runtime.ts';
import { bodyFromBuffer } from '../../../mail/message/message.ts';
import { rowsOf } from '../row.ts';

const HEAD = 256 * 1024;
/** The length of the longest accepted TXT record. */
const RECORD = 60_000;
const SIGNATURE = 'v=1; a=rsa-sha256; d=b.test; s=s; h=from; bh=AAAA; b=AAAA; ';
const { privateKey } = generateKeyPairSync('ed25519');
const inField = (name: string, prefix = '') => `${name}: ${prefix}{}\r\nFrom: a@b.test\r\nX: y\r\n\r\n`;
const SIGNED = ['DKIM-Signature', 'ARC-Seal', 'ARC-Message-Signature', 'ARC-Authentication-Results'];
const FRAMES = SIGNED.flatMap((name) =>
  [`i=1; ${SIGNATURE}h=`, '', 'i=1; ', SIGNATURE].map((prefix) => inField(name, prefix)),
);

/** A DNS that returns the text for each TXT lookup. */
function dnsWithText(given: string): Resolver {
  const parts = given.match(/[\s\S]{1,255}/gu) ?? [];
  return {
    async resolve(_name: string, type: string) {
      if (type === 'TXT') return [parts];
      throw Object.assign(new Error('none'), { code: 'ENODATA' });
    },
  } as Resolver;
}

// biome-ignore lint/suspicious/noExplicitAny: one list holds parsers of every signature
async function authenticate(create: any, head: Buffer, dns = ''): Promise<void> {
  const check = create({
    resolver: dnsWithText(dns),
    hostname: 'mx.b.test',
    trustedSealers: [],
    clock: () => new Date(0),
  });
  const message = { head, body: bodyFromBuffer(head), discard: async () => {} };
  await check(message, readFromField(head), { from: 'a@b.test', client: { address: '192.0.2.1', helo: 'a.test' } });
}

export const AUTHENTICATION_ROWS = [
  ...rowsOf(
    'mail/authenticate/authenticate.ts',
    'mime',
    { createAuthenticator: (create, given) => authenticate(create, Buffer.from(given)) },
    { limit: HEAD, frames: FRAMES },
  ),
  ...rowsOf(
    'mail/authenticate/dkim.ts',
    'mime',
    {
      verifySignatures: (verify, given) => {
        const head = Buffer.from(given);
        return verify(head, [head], createKeyCache({ resolver: dnsWithText('').resolve } as never), new Date(0));
      },
    },
    { limit: HEAD, frames: [...FRAMES, '{}'] },
  ),
  ...rowsOf(
    'mail/authenticate/spf.ts',
    'dns',
    {
      createSpf: async (create, given) => {
        const lookups = { ...dnsWithText(given), failedNames: new Set<string>(), end() {} };
        await create('b.test')({ address: '192.0.2.1', helo: 'a.test' }, 'a@b.test', lookups);
        const named = { ...dnsWithText('v=spf1 exists:%{h} a:%{d} -all'), failedNames: new Set<string>(), end() {} };
        await create('b.test')({ address: '192.0.2.1', helo: given.slice(0, 4000) }, '', named);
      },
    },
    { limit: RECORD, frames: ['v=spf1 {}', 'v=spf1 exists:{}', 'v=spf1 include:%{'.concat('{}')] },
  ),
  ...rowsOf(
    'mail/rewrite/arc-seal.ts',
    'mime',
    {
      arcSealFields: (seal, given) =>
        seal(Buffer.from(given), {
          domain: 'b.test',
          key: { selector: 's', privateKey },
          at: new Date(0),
          results: 'b.test; none',
          chain: { verdict: { result: 'none', sealer: '', trusted: false }, info: '', sets: [] },
          bodyHash: 'AAAA',
        }),
    },
    { limit: HEAD, frames: [inField('ARC-Seal', 'i=1;'), inField('Subject'), '{}'] },
  ),
];
