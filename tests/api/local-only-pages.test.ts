import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Person } from '../support/api/person.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer(
  {
    PUBLIC_URL: 'https://nameplate.example',
    ALLOW_PUBLIC_LOCAL_MODE: 'yes',
    SMTP_RELAY_URL: 'smtp://user:secret@127.0.0.1:1025',
  },
  { emulated: true },
);

describe('the outbox', () => {
  it('shows emails with any content in the outbox', async () => {
    const folder = path.join(server.config.dataDir, 'outbox');
    await mkdir(folder, { recursive: true });
    const deep = Array.from(
      { length: 3000 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}`,
    );
    await writeFile(path.join(folder, '01deep.eml'), `Subject: Deep\r\n${deep.join('\r\n')}\r\n`);
    await writeFile(path.join(folder, '01wide.eml'), `Subject: ${'w'.repeat(3_000_000)}`);
    const list = await new Person(server).request('GET', '/dev/outbox');
    expect(list.status).toBe(200);
    expect(list.text).toContain('Deep');
    expect(list.text).toContain('mail goes to the relay 127.0.0.1:1025 and does not appear here');
    for (const id of ['01deep', '01wide']) {
      expect((await new Person(server).request('GET', `/dev/outbox/${id}`)).status).toBe(200);
      expect((await new Person(server).request('GET', `/dev/outbox/${id}/html`)).status).toBe(404);
    }
  });

  it('shows the HTML part of an email in a sandbox without scripts, remote pictures or forms', async () => {
    const folder = path.join(server.config.dataDir, 'outbox');
    await mkdir(folder, { recursive: true });
    const part = '<p onclick="x()">Hello<script>x()</script></p>';
    await writeFile(path.join(folder, '02html.eml'), `Subject: H\r\nContent-Type: text/html\r\n\r\n${part}\r\n`);
    const person = new Person(server);
    expect((await person.request('GET', '/dev/outbox/02html')).text).toContain('href="/dev/outbox/02html/html"');
    const shown = await person.request('GET', '/dev/outbox/02html/html');
    expect([shown.status, shown.text.trim()]).toEqual([200, part]);
    const policy = String(shown.headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none';.*style-src 'unsafe-inline';/);
    expect(policy).toMatch(/; sandbox allow-popups allow-popups-to-escape-sandbox(;|$)/);
    expect(policy).toMatch(/; img-src data:;/);
    expect(policy).not.toMatch(/script-src|allow-scripts|allow-same-origin|allow-forms/);
  });
});

describe('a local-only page', () => {
  const OUTBOX = ['GET', '/dev/outbox'] as const;
  const SURFACES = [
    OUTBOX,
    ['GET', '/dev/outbox.css'],
    ['GET', '/dev/outbox/01deep/html'],
    ['POST', '/api/dev-login'],
    ['GET', '/dev/paypal/sdk.js'],
    ['POST', '/dev/paypal/v1/oauth2/token'],
  ] as const;
  const status = async ([method, url]: (typeof SURFACES)[number], request: object = {}) =>
    (await server.app.inject({ method, url, ...request })).statusCode;

  it.each(['localhost:3000', '127.0.0.1', '[::1]:3000', 'nameplate.example', 'app.localhost', 'NAMEPLATE.example.'])(
    'serves a local-only page under the name %s',
    async (host) => {
      expect(await status(OUTBOX, { headers: { host } })).toBe(200);
      expect(await status(['POST', '/api/dev-login'], { headers: { host } })).toBe(200);
    },
  );

  it.each(['evil.example', 'localhost.evil.example', 'evil.example:3000', 'x@evil.example', '192.0.2.7'])(
    'does not serve a local-only page under the foreign name %j, which may resolve to 127.0.0.1',
    async (host) => {
      for (const surface of SURFACES) expect(await status(surface, { headers: { host } })).toBe(421);
    },
  );

  it.each(['192.0.2.7', '10.0.0.1', '2001:db8::1', '::ffff:192.0.2.7'])(
    'does not serve a local-only page to the peer %s, whatever the Host header',
    async (remoteAddress) => {
      for (const surface of SURFACES) {
        expect(await status(surface, { remoteAddress })).toBe(404);
        expect(
          await status(surface, { remoteAddress, headers: { host: 'localhost', 'x-forwarded-for': '127.0.0.1' } }),
        ).toBe(404);
      }
    },
  );

  it.each(
    ['forwarded via x-forwarded-for x-forwarded-host x-forwarded-proto x-real-ip cf-connecting-ip'].flatMap((line) =>
      line.split(' '),
    ),
  )('does not serve a local-only page to a request with the header %s, which a proxy adds', async (header) => {
    for (const surface of SURFACES) expect(await status(surface, { headers: { [header]: '127.0.0.1' } })).toBe(404);
  });

  it('returns 403 for local-only writes from another origin, the PayPal emulator included', async () => {
    const headers = { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' };
    for (const url of ['/api/dev-login', '/dev/paypal/approve', '/dev/paypal/v1/oauth2/token']) {
      const response = await server.app.inject({ method: 'POST', url, headers, payload: 'token=x&act=approve' });
      expect([url, response.statusCode, response.json().code]).toEqual([url, 403, 'wrong_origin']);
    }
    const own = await server.app.inject({ method: 'POST', url: '/dev/paypal/v1/oauth2/token' });
    expect([own.statusCode, own.json().name]).toEqual([401, 'AUTHENTICATION_FAILURE']);
  });

  it('serves a local-only page to IPv6 loopback peers', async () => {
    for (const remoteAddress of ['::1', '::ffff:127.0.0.1', '127.0.0.5']) {
      expect(await status(OUTBOX, { remoteAddress })).toBe(200);
    }
  });
});
