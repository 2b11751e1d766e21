import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../../platform/config/config.ts';
import { CertificateUnavailable, certificateFetcher, isCertificateAddress } from './webhook-certificates.ts';

const SANDBOX = parseConfig({
  PAYPAL_ENV: 'sandbox',
  PAYPAL_CLIENT_ID: 'me',
  PAYPAL_CLIENT_SECRET: 'hush',
  PAYPAL_WEBHOOK_ID: '1',
}).paypal;

describe('isCertificateAddress', () => {
  it.each([
    'https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77',
    'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-1d93a270',
  ])('accepts %s', (address) => expect(isCertificateAddress(address, SANDBOX)).toBe(true));

  it.each([
    'https://www.paypal.com/anything/else',
    'https://api.paypal.com/v1/notifications/certs/',
    'https://api.paypal.com/v1/notifications/certs/CERT-1/more',
    'https://api.paypal.com/v1/notifications/certs/../../x',
    'https://api.paypal.com/v1/notifications/certs/CERT-1?again=1',
    'https://api.paypal.com/v1/notifications/certs/CERT-1#1',
    `https://api.paypal.com/v1/notifications/certs/${'a'.repeat(200)}`,
  ])('rejects %s', (address) => expect(isCertificateAddress(address, SANDBOX)).toBe(false));
});

describe('certificateFetcher', () => {
  let host: Server;
  let base: string;
  let pem: string;
  const requested: string[] = [];
  const held: (() => void)[] = [];
  beforeAll(async () => {
    pem = (await generate([{ name: 'commonName', value: 'paypal.test' }], { keySize: 2048 })).cert;
    host = createServer((request, response) => {
      requested.push(request.url ?? '');
      if (request.url?.startsWith('/held')) return void held.push(() => response.end(pem));
      if (request.url?.startsWith('/gone')) response.statusCode = 404;
      if (request.url?.startsWith('/huge')) {
        response.on('error', () => {});
        for (let piece = 0; piece < 64; piece += 1) response.write('x'.repeat(64 * 1024));
      }
      response.end(pem);
    });
    await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
    base = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  });
  afterAll(() => host?.close());

  const open = () => certificateFetcher({ ...SANDBOX, timeout: 5000 });
  const times = (path: string) => requested.filter((url) => url === path).length;
  const later = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds);

  it('fetches a certificate once for many concurrent messages', async () => {
    const [certificates, now] = [open(), new Date()];
    const found = await Promise.all(Array.from({ length: 20 }, () => certificates.get(`${base}/one`, now)));
    expect(found.every((certificate) => certificate?.subject === 'CN=paypal.test')).toBe(true);
    expect(times('/one')).toBe(1);
  });

  it('does not fetch a failed address again for a minute', async () => {
    const [certificates, now] = [open(), new Date()];
    for (let time = 0; time < 10; time += 1) {
      await expect(certificates.get(`${base}/gone`, now)).rejects.toThrow(CertificateUnavailable);
    }
    expect(times('/gone')).toBe(1);
    await expect(certificates.get(`${base}/gone`, later(now, 61_000))).rejects.toThrow(CertificateUnavailable);
    expect(times('/gone')).toBe(2);
  });

  it('fetches at most four certificates at a time and still returns cached ones', async () => {
    const [certificates, now] = [open(), new Date()];
    await certificates.get(`${base}/known`, now);
    const waiting = [1, 2, 3, 4].map((at) => certificates.get(`${base}/held-${at}`, now));
    await expect(certificates.get(`${base}/held-5`, now)).rejects.toThrow(CertificateUnavailable);
    expect(await certificates.get(`${base}/known`, now)).not.toBeNull();
    await expect.poll(() => held.length).toBe(4);
    for (const respond of held) respond();
    expect((await Promise.all(waiting)).every((certificate) => certificate !== null)).toBe(true);
    expect(times('/held-5')).toBe(0);
    expect(await certificates.get(`${base}/one`, now)).not.toBeNull();
  });

  it('fetches at most twenty new certificates a minute and keeps the cached ones', async () => {
    const [certificates, now] = [open(), new Date()];
    await certificates.get(`${base}/genuine`, now);
    const before = requested.length;
    for (let at = 0; at < 60; at += 1) {
      await expect(certificates.get(`${base}/gone-${at}`, now)).rejects.toThrow(CertificateUnavailable);
    }
    expect(requested.length - before).toBe(19);
    expect(await certificates.get(`${base}/genuine`, now)).not.toBeNull();
    expect(times('/genuine')).toBe(1);
    expect(await certificates.get(`${base}/another`, later(now, 61_000))).not.toBeNull();
  });

  it('rejects a response that is too long for a certificate', async () => {
    await expect(open().get(`${base}/huge`, new Date())).rejects.toThrow(CertificateUnavailable);
  });
});
