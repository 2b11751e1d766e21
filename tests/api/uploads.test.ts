import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { UPLOAD_MAX_BYTES } from '../../contract/pictures.ts';
import { MINUTE } from '../../contract/time.ts';
import { Person } from '../support/api/person.ts';
import { plainPng } from '../support/pictures/picture-bytes.ts';
import { begin, doomedKeys, send, take } from '../support/pictures/uploads.ts';
import { startS3 } from '../support/server/s3.ts';
import { ORIGIN, startServer, useServer } from '../support/server/test-server.ts';

let s3: Awaited<ReturnType<typeof startS3>>;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());

describe.each(['disk', 'S3'])('uploads with objects on %s', (where) => {
  /** Checks before the first byte are the same on S3. */
  const onDisk = { tags: where === 'S3' ? ['long'] : [] };
  const server = useServer(() => (where === 'S3' ? s3.env : {}));
  let port: number;
  let ana: Person;
  let png: Buffer;
  let people = 0;

  beforeAll(async () => {
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    port = (server.app.server.address() as AddressInfo).port;
    ana = await somebody();
    png = await plainPng(300, 300);
  });

  /** Creates a person, with a separate hourly limit of uploads. */
  async function somebody(): Promise<Person> {
    const person = new Person(server);
    people += 1;
    await person.claim(`uploader-number-${people}`, `uploader-${people}@inbox.example`);
    return person;
  }

  const received = async (address: string) => {
    const id = /uploads\/([\w-]+)/.exec(address)?.[1] ?? '';
    const row = await server.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();
    return row?.received_at != null;
  };
  const refusal = (reply: { statusCode: number; json(): { code: string } }) => [reply.statusCode, reply.json().code];
  const incoming = () => readdir(path.join(server.dataDir, 'incoming'));

  it('returns a signed upload address of this server to signed-in accounts only', onDisk, async () => {
    for (const kind of ['avatar', 'banner'] as const) {
      expect((await new Person(server).request('POST', `/api/${kind}s/upload`)).status).toBe(401);
      expect(await begin(ana, kind)).toMatch(
        new RegExp(
          `^${ORIGIN}/media/uploads/[\\w-]{24}\\?owner=\\d+&kind=${kind}&expires=\\d{13}&signature=[\\w-]{43}$`,
        ),
      );
    }
    expect(await begin(ana, 'avatar', { contentType: 'image/gif', contentLength: 5 })).toContain(
      '&type=image%2Fgif&length=5&signature=',
    );
    const bad = await ana.request('POST', '/api/avatars/upload', { contentType: 'image/svg+xml' });
    expect([bad.status, bad.body.message]).toEqual([400, 'Please choose a PNG, JPG or GIF picture.']);
    const large = await ana.request('POST', '/api/avatars/upload', { contentLength: UPLOAD_MAX_BYTES + 1 });
    expect([large.status, large.body.message]).toEqual([400, 'Please choose a picture of at most 10 MB.']);
  });

  it('accepts one uploaded file, without a cookie and from any origin, and returns its ETag', async () => {
    const address = await begin(ana, 'avatar');
    expect(await received(address)).toBe(false);
    const reply = await send(server, address, png);
    expect([reply.statusCode, reply.body]).toEqual([200, '{}']);
    expect(reply.headers.etag).toMatch(/^"[0-9a-f]{32}"$/);
    expect(await received(address)).toBe(true);
    expect(refusal(await send(server, address, png))).toEqual([409, 'upload_used']);
    expect(await incoming()).toEqual([]);
  });

  it('accepts an upload of up to 10 MB, and not a byte more', onDisk, async () => {
    const whole = await begin(ana, 'avatar');
    expect((await send(server, whole, Buffer.alloc(UPLOAD_MAX_BYTES))).statusCode).toBe(200);
    const more = await begin(ana, 'avatar');
    const reply = await send(server, more, Buffer.alloc(UPLOAD_MAX_BYTES + 1));
    expect(refusal(reply)).toEqual([413, 'upload_too_large']);
    expect(reply.json().message).toContain('10 MB');
    expect(await received(more)).toBe(false);
  });

  it('enforces the declared type and length of an upload (attack 11)', onDisk, async () => {
    const named = { contentType: 'image/png', contentLength: png.length };
    const address = await begin(ana, 'banner', named);
    expect(refusal(await send(server, address, png, { 'content-type': 'image/gif' }))).toEqual([403, 'upload_refused']);
    expect(refusal(await send(server, address, png.subarray(1)))).toEqual([403, 'upload_refused']);
    expect(refusal(await send(server, address, Buffer.alloc(0)))).toEqual([403, 'upload_refused']);
    expect((await send(server, address, png)).statusCode).toBe(200);
  });

  it('rejects an upload address that was changed in any part (attack 11)', onDisk, async () => {
    const address = await begin(ana, 'avatar', { contentType: 'image/png' });
    const other = await begin(ana, 'avatar');
    const idOf = (url: string) => /uploads\/([\w-]+)/.exec(url)?.[1] ?? '';
    const changed = [
      address.replace(idOf(address), idOf(other)),
      address.replace(/owner=\d+/, 'owner=999'),
      address.replace('kind=avatar', 'kind=banner'),
      address.replace(/expires=\d/, 'expires=9'),
      address.replace('image%2Fpng', 'image%2Fgif'),
      address.replace('&type=image%2Fpng', ''),
      address.replace('&signature=', '&length=5&signature='),
      address.replace(/signature=./, (text) => (text.endsWith('A') ? 'signature=B' : 'signature=A')),
      address.replace(/signature=.*/, 'signature='),
      address.replace(/\?.*/, ''),
      `${address}&signature=${'A'.repeat(43)}`,
    ];
    for (const url of changed) {
      expect(url).not.toBe(address);
      expect(refusal(await send(server, url, png)), url).toEqual([403, 'upload_refused']);
    }
    expect((await send(server, address, png)).statusCode).toBe(200);
  });

  it('rejects an upload address after 15 minutes, with the error format of S3', onDisk, async () => {
    const address = await begin(ana, 'avatar');
    server.advance(15 * MINUTE);
    const reply = await send(server, address, png);
    expect(refusal(reply)).toEqual([403, 'upload_expired']);
    expect(reply.json().message).toBe('Request has expired');
  });

  it('accepts one of several parallel files at an upload address (attack 11)', async () => {
    const address = await begin(await somebody(), 'avatar');
    const files = await Promise.all(Array.from({ length: 20 }, (_, at) => plainPng(20 + at, 20)));
    const responses = await Promise.all(files.map((file) => send(server, address, file)));
    const won = responses.filter(({ statusCode }) => statusCode === 200);
    expect(won).toHaveLength(1);
    for (const reply of responses) if (reply !== won[0]) expect(refusal(reply)).toEqual([409, 'upload_used']);
    const { object_key } = await server.db
      .selectFrom('uploads')
      .select('object_key')
      .where('id', '=', /uploads\/([\w-]+)/.exec(address)?.[1] ?? '')
      .executeTakeFirstOrThrow();
    const winner = files[responses.indexOf(won[0] as (typeof responses)[number])];
    expect((await server.storage.get(object_key ?? ''))?.equals(winner as Buffer)).toBe(true);
    // The losers' files are deleted; the winner's file remains until its address expires.
    await vi.waitFor(async () => {
      await server.sentEmails();
      for (const key of await doomedKeys(server)) expect(await server.storage.get(key), key).not.toBeNull();
    }, 60_000);
    expect(await doomedKeys(server)).toContain(object_key);
  });

  it('limits a person to 20 unfinished uploads an hour', onDisk, async () => {
    const eager = await somebody();
    const responses = await Promise.all(Array.from({ length: 25 }, () => eager.request('POST', '/api/banners/upload')));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(20);
    const over = responses.find(({ status }) => status === 429);
    expect(over?.body).toMatchObject({ code: 'too_many_requests' });
    expect(over?.body.message).toContain('uploads');
    server.advance(61 * MINUTE);
    expect((await eager.request('POST', '/api/banners/upload')).status).toBe(200);
  });

  describe('over a real connection', () => {
    const head = (address: string, more: string) =>
      `PUT ${address.replace(ORIGIN, '')} HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\n${more}\r\n\r\n`;

    async function answerOn(socket: Socket): Promise<string> {
      let text = '';
      socket.on('error', () => {});
      socket.setEncoding('latin1').on('data', (piece: string) => {
        text += piece;
      });
      await vi.waitFor(() => expect(text).toMatch(/\r\n\r\n.*\}$/s), 60_000);
      return text;
    }

    it('rejects an upload whose Content-Length is too large before reading it', onDisk, async () => {
      const address = await begin(await somebody(), 'avatar');
      const socket = connect(port, '127.0.0.1');
      socket.write(head(address, `Content-Length: ${UPLOAD_MAX_BYTES + 1}`));
      expect(await answerOn(socket)).toMatch(/^HTTP\/1.1 413 .*upload_too_large/s);
      socket.destroy();
    });

    it('stops reading an upload without a length at the limit, and sends the reason', async () => {
      const address = await begin(await somebody(), 'avatar');
      const reply = await new Promise<{ status: number | undefined; text: string }>((done, fail) => {
        const request = httpRequest(
          { port, host: '127.0.0.1', method: 'PUT', path: address.replace(ORIGIN, ''), agent: false },
          (response) => {
            let text = '';
            response.on('data', (piece) => {
              text += piece;
            });
            response.on('end', () => done({ status: response.statusCode, text }));
          },
        );
        request.on('error', fail);
        request.write(Buffer.alloc(UPLOAD_MAX_BYTES));
        request.end(Buffer.alloc(4 * 1024 * 1024));
      });
      expect([reply.status, JSON.parse(reply.text).code]).toEqual([413, 'upload_too_large']);
      expect(await received(address)).toBe(false);
      expect(await incoming()).toEqual([]);
    });

    it('deletes an aborted upload, and accepts another file at the address', async () => {
      const person = await somebody();
      const address = await begin(person, 'avatar');
      const before = await doomedKeys(server);
      for (const more of [`Content-Length: ${png.length}`, 'Transfer-Encoding: chunked']) {
        const socket = connect(port, '127.0.0.1');
        socket.write(head(address, more));
        socket.write(more.startsWith('T') ? `${(png.length - 9).toString(16)}\r\n` : '');
        socket.write(png.subarray(0, png.length - 9));
        await once(socket, 'connect').catch(() => {});
        await vi.waitFor(() => expect(socket.bytesWritten).toBeGreaterThan(png.length), 60_000);
        socket.destroy();
        await once(socket, 'close');
      }
      await vi.waitFor(
        async () => expect(await new Promise((done) => server.app.server.getConnections((_, n) => done(n)))).toBe(0),
        60_000,
      );
      expect(await received(address)).toBe(false);
      await expect.poll(incoming).toEqual([]);
      expect(await doomedKeys(server)).toEqual(before);
      expect((await take(person, 'avatar', address)).body.code).toBe('upload_missing');
      expect((await send(server, address, png)).statusCode).toBe(200);
      expect((await take(person, 'avatar', address)).status).toBe(200);
    });
  });
});

describe('an unavailable bucket', () => {
  it('returns 503 while the bucket is unavailable, and keeps the upload address valid', async () => {
    const own = await startS3();
    const server = await startServer(own.env);
    try {
      const ana = new Person(server);
      await ana.claim('ana-without-bucket', 'ana@inbox.example');
      const address = await begin(ana, 'avatar');
      const png = await plainPng(30, 30);
      await own.stop();
      const reply = await send(server, address, png);
      expect(reply.statusCode).toBe(503);
      expect(reply.json()).toEqual({ code: 'unavailable', message: expect.stringContaining('storage') });
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
      expect((await take(ana, 'avatar', address)).body.code).toBe('upload_missing');
      const name = `/media/avatar-${'a'.repeat(40)}-256.webp`;
      expect((await ana.request('GET', name)).status).toBe(503);
    } finally {
      await server.stop();
    }
  });
});
