import { createSign, generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Certificate, makeCertificate } from '../../../fakes/certificates.ts';
import { parseConfig } from '../../platform/config/config.ts';
import { webhookVerifier } from './webhook-signature.ts';

const BODY = Buffer.from('{"id":"WH-1"}');
const CREDENTIALS = { PAYPAL_CLIENT_ID: 'me', PAYPAL_CLIENT_SECRET: 'hush', PAYPAL_WEBHOOK_ID: 'W1' };
const { paypal } = parseConfig({ PAYPAL_ENV: 'sandbox', ...CREDENTIALS });

let server: Server;
let base: string;
const certificates: Record<string, string> = {};
let rsa: Certificate;
let elliptic: Certificate;
beforeAll(async () => {
  rsa = await makeCertificate(['paypal.test']);
  const keys = { keyType: 'ec', algorithm: 'sha256' } as const;
  const pems = await generate([{ name: 'commonName', value: 'paypal.test' }], keys);
  elliptic = { key: pems.private, cert: pems.cert };
  Object.assign(certificates, { '/rsa': rsa.cert, '/elliptic': elliptic.cert, '/none': 'no certificate' });
  server = createServer((request, response) => response.end(certificates[request.url ?? '']));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const sign = (text: string, key: string) => createSign('RSA-SHA256').update(text).sign(key, 'base64');

/** Verifies a message that PayPal signed, after a change of its headers. */
function verify(changes: Record<string, string | string[] | undefined> = {}, body = BODY) {
  const headers = {
    'paypal-transmission-id': 'T1',
    'paypal-transmission-time': '2026-11-25T12:00:00Z',
    'paypal-transmission-sig': sign(`T1|2026-11-25T12:00:00Z|W1|${crc32(BODY)}`, rsa.key),
    'paypal-cert-url': `${base}/rsa`,
    'paypal-auth-algo': 'SHA256withRSA',
  };
  const config = { ...paypal, certificateHost: new URL(base).host, timeout: 60_000 };
  const given = Object.entries(changes).map(([name, value]) => {
    const own = headers[name as keyof typeof headers];
    return [name, value === 'twice' ? [own] : value];
  });
  return webhookVerifier(config)({ ...headers, ...Object.fromEntries(given) }, body, new Date());
}

it('accepts what PayPal signed, with the name of the algorithm in any case', async () => {
  expect(await verify()).toBe(true);
  expect(await verify({ 'paypal-auth-algo': 'sha256WITHrsa' })).toBe(true);
});

it('refuses another body', async () => {
  expect(await verify({}, Buffer.from('{"id":"WH-2"}'))).toBe(false);
});

it.each([
  ['paypal-transmission-id', 'T2'],
  ['paypal-transmission-time', '2026-11-25T12:00:01Z'],
  ['paypal-transmission-sig', 'AAAA'],
  ['paypal-auth-algo', 'SHA1withRSA'],
  ['paypal-cert-url', 'https://evil.test/rsa'],
])('refuses a message whose header %s is missing, repeated or %s', async (name, other) => {
  for (const value of [undefined, 'twice', other]) expect(await verify({ [name]: value })).toBe(false);
});

it('refuses a certificate without an RSA key, and a file without a certificate', async () => {
  const signature = sign(`T1|2026-11-25T12:00:00Z|W1|${crc32(BODY)}`, elliptic.key);
  for (const file of ['elliptic', 'none']) {
    expect(await verify({ 'paypal-cert-url': `${base}/${file}`, 'paypal-transmission-sig': signature })).toBe(false);
  }
});

it('refuses the signature of another webhook and of another key', async () => {
  const text = (webhook: string) => `T1|2026-11-25T12:00:00Z|${webhook}|${crc32(BODY)}`;
  expect(await verify({ 'paypal-transmission-sig': sign(text('W2'), rsa.key) })).toBe(false);
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  expect(await verify({ 'paypal-transmission-sig': sign(text('W1'), privateKey) })).toBe(false);
});
