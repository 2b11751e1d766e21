import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();

const request = (url: string, coding?: string) =>
  server.app.inject({ url, headers: coding === undefined ? {} : { 'accept-encoding': coding } });

/** Returns the document without the CSP nonce, which differs between responses. */
const withoutNonce = (html: string) => html.replaceAll(/nonce="[^"]+"/g, '');

describe.each(['/', '/create', '/app/nobody-has-this', '/api/openapi-of-nothing'])('%s', (url) => {
  it('returns Vary: Accept-Encoding', async () => {
    for (const coding of [undefined, 'br']) {
      expect((await request(url, coding)).headers.vary).toContain('accept-encoding');
    }
  });
});

it.each(['/api/openapi.json', '/api/docs'])('sends %s compressed, and 304 to a client that has it', async (url) => {
  const plain = await request(url);
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const coding of ['br', 'gzip'] as const) {
    const response = await request(url, coding);
    expect(response.headers).toMatchObject({ 'content-encoding': coding, vary: 'accept-encoding' });
    expect(response.rawPayload.length).toBeLessThan(plain.rawPayload.length / 8);
    expect(unpack[coding](response.rawPayload).toString()).toBe(plain.body);
  }
  const again = await server.app.inject({ url, headers: { 'if-none-match': String(plain.headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

describe('a document of the app', () => {
  it('sends a document in the requested encoding, Brotli before gzip, with the same content', async () => {
    const plain = await request('/create');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [asked, coding] of [
      ['br', 'br'],
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['GZIP;q=0.5, br;q=0', 'gzip'],
    ] as const) {
      const response = await request('/create', asked);
      expect(response.headers['content-encoding'], asked).toBe(coding);
      expect(response.headers['content-length']).toBe(String(response.rawPayload.length));
      expect(response.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
      expect(withoutNonce(unpack[coding](response.rawPayload).toString())).toBe(withoutNonce(plain.body));
    }
  });

  it('sends an uncompressed document to clients that accept neither Brotli nor gzip', async () => {
    for (const asked of ['', 'identity', 'deflate, zstd', 'br;q=0, gzip;q=0.000']) {
      const response = await request('/create', asked);
      expect(response.headers['content-encoding'], asked).toBeUndefined();
      expect(response.body).toContain('</html>');
    }
  });
});

it('does not compress responses smaller than a packet', async () => {
  const response = await request('/api/profile/nobody-has-this-one', 'br, gzip');
  expect(response.statusCode).toBe(404);
  expect(response.headers['content-encoding']).toBeUndefined();
  expect(response.json()).toMatchObject({ code: 'not_found' });
});

describe('built files', () => {
  it('sends built files compressed and cacheable forever', async () => {
    const [script = ''] = /\/assets\/entry-client-[\w-]+\.js/.exec((await request('/')).body) ?? [];
    const plain = await request(script);
    expect(plain.statusCode).toBe(200);
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const coding of ['br', 'gzip'] as const) {
      const response = await request(script, coding);
      expect(response.headers).toMatchObject({
        'content-encoding': coding,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': plain.headers['content-type'],
      });
      expect(String(response.headers.vary).toLowerCase()).toContain('accept-encoding');
      expect(unpack[coding](response.rawPayload).equals(plain.rawPayload)).toBe(true);
    }
  });
});
