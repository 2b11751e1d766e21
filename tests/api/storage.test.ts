import { once } from 'node:events';
import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../../server/platform/config/config.ts';
import { openStorage } from '../../server/platform/storage/open-storage.ts';
import { type Storage, StorageError } from '../../server/platform/storage/storage.ts';
import { startS3 } from '../support/server/s3.ts';

let folder: string;
let s3: Awaited<ReturnType<typeof startS3>>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nameplate-objects-'));
  s3 = await startS3();
});
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

describe.each(['disk', 'S3'])('objects on %s', (where) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openStorage(parseConfig({ DATA_DIR: folder, ...(where === 'S3' && s3.env) }));
  });

  it('writes, replaces, reads and deletes an object, and leaves no temporary files', async () => {
    expect(await storage.get('cards/1-a.png')).toBeNull();
    expect(await storage.open('cards/1-a.png')).toBeNull();
    await storage.put('cards/1-a.png', Buffer.from('one'), 'image/png');
    await Promise.all(['two', 'six'].map((text) => storage.put('cards/1-a.png', Buffer.from(text), 'image/png')));
    expect(['two', 'six']).toContain(String(await storage.get('cards/1-a.png')));
    if (where === 'disk') expect(await readdir(path.join(folder, 'objects/cards'))).toEqual(['1-a.png']);
    await storage.delete('cards/1-a.png');
    await storage.delete('cards/1-a.png');
    expect(await storage.get('cards/1-a.png')).toBeNull();
  });

  it.each([0, 1, 3_000_000])('streams an object of %d bytes from an open file unchanged', async (size) => {
    const bytes = Buffer.alloc(size, 'nameplate');
    const file = path.join(folder, `${where}-${size}`);
    await writeFile(file, bytes);
    await using handle = await open(file);
    await storage.put('uploads/1.bin', { handle, size }, 'application/octet-stream');
    expect((await storage.get('uploads/1.bin'))?.equals(bytes)).toBe(true);
    const opened = await storage.open('uploads/1.bin');
    const stream = opened instanceof Readable ? opened : opened?.createReadStream();
    expect(stream && (await buffer(stream)).equals(bytes)).toBe(true);
    // The open file is still readable.
    expect((await handle.stat()).size).toBe(size);
  });

  it.each(['../secret.png', '/etc/passwd.x', 'cards/../x.png', 'cards//x.png', 'Cards/x.png', 'x', '', 'a\\b.png'])(
    'rejects the object key %j',
    async (key) => {
      const before = await readdir(folder, { recursive: true });
      await expect(storage.put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow('not a key');
      await expect(storage.get(key)).rejects.toThrow('not a key');
      await expect(storage.open(key)).rejects.toThrow('not a key');
      await expect(storage.delete(key)).rejects.toThrow('not a key');
      expect(await readdir(folder, { recursive: true })).toEqual(before);
    },
  );
});

describe('a bucket that fails', () => {
  it.each([
    ['an endless object', 200, 'application/octet-stream'],
    ['an endless error', 500, 'application/xml'],
  ])('stops reading a response of the bucket with %s at a size limit', async (_what, status, type) => {
    let sent = 0;
    const server = createServer((_request, reply) => {
      reply.writeHead(status, { 'content-type': type });
      const more = () => {
        while (!reply.destroyed && reply.write(Buffer.alloc(64 * 1024, '<'))) sent += 64 * 1024;
      };
      reply.on('drain', more).on('error', () => {});
      more();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const storage = await openStorage(parseConfig({ ...s3.env, S3_ENDPOINT: endpoint }));
    await expect(storage.get('cards/1-a.png')).rejects.toThrow(StorageError);
    // Two attempts, plus the socket buffers.
    expect(sent).toBeLessThan(100 * 1024 * 1024);
    server.closeAllConnections();
    server.close();
  });

  it.each([
    ['a missing bucket', { S3_BUCKET: 'nothing-here' }],
    ['a bucket that denies access', { S3_ACCESS_KEY_ID: 'nobody' }],
    ['an unreachable server', { S3_ENDPOINT: 'http://127.0.0.1:9' }],
  ])('reports %s as a storage error', async (_, wrong) => {
    const storage = await openStorage(parseConfig({ ...s3.env, ...wrong }));
    await expect(storage.put('cards/1-a.png', Buffer.from('x'), 'image/png')).rejects.toThrow(StorageError);
    await expect(storage.get('cards/1-a.png')).rejects.toThrow(StorageError);
    await expect(storage.delete('cards/1-a.png')).rejects.toThrow(StorageError);
  });
});
