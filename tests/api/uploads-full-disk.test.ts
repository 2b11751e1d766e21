import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ERRORS } from '../../contract/errors.ts';
import { Person } from '../support/api/person.ts';
import { plainPng } from '../support/pictures/picture-bytes.ts';
import { begin, doomedKeys, send, take } from '../support/pictures/uploads.ts';
import { limitDisk } from '../support/server/full-disk.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let ana: Person;
let png: Buffer;
beforeAll(async () => {
  ana = new Person(server);
  await ana.claim('ana-on-a-full-disk', 'ana@inbox.example');
  png = await plainPng(300, 300);
});

/** Returns every file of DATA_DIR that an upload could leave behind. */
async function files(): Promise<string[]> {
  const found = await readdir(server.dataDir, { recursive: true, withFileTypes: true });
  return found.filter((one) => one.isFile() && /incoming|objects/.test(one.parentPath)).map(({ name }) => name);
}

it.each(['ENOSPC', 'EDQUOT', 'EROFS'])(
  'returns 507 with a reason, and keeps nothing of the file (%s)',
  async (code) => {
    const message = ERRORS.storage_full[1];
    const address = await begin(ana, 'avatar');
    const before = await files();
    // The received file; then its copy among the objects.
    for (const folder of ['incoming', 'objects']) {
      const end = limitDisk(path.join(server.dataDir, folder), 0, code);
      const reply = await send(server, address, png);
      end();
      expect([reply.statusCode, reply.json()]).toEqual([507, { code: 'storage_full', message }]);
      expect(await files()).toEqual(before);
    }
    expect((await send(server, address, png)).statusCode).toBe(200);

    // The second of three published sizes.
    const withOriginal = await files();
    const end = limitDisk(path.join(server.dataDir, 'objects'), 300, code);
    const refused = await take(ana, 'avatar', address);
    end();
    expect([refused.status, refused.body]).toEqual([507, { code: 'storage_full', message }]);
    const left = (await files()).filter((name) => !withOriginal.includes(name));
    expect(left.filter((name) => name.endsWith('.part'))).toEqual([]);
    // The job deletes the sizes published before, as after a crash.
    const doomed = await doomedKeys(server);
    for (const name of left)
      expect(
        doomed.some((key) => key.endsWith(name)),
        name,
      ).toBe(true);
    expect((await take(ana, 'avatar', address)).status).toBe(200);
  },
);
