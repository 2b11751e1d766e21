import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY } from '../../contract/time.ts';
import { publishAssets } from '../../server/platform/http/pages/shared-assets.ts';
import { deleteScheduledObjects } from '../../server/platform/storage/deletion-queue.ts';
import { useServer } from '../support/server/test-server.ts';

const FILE = 'assets/settings-screen_Ab-12.js';
const STYLE = 'assets/settings-screen_Ab-12.css';
const server = useServer();
let folder: string;

beforeAll(async () => {
  // The build of another release, in another folder.
  folder = mkdtempSync(path.join(tmpdir(), 'nameplate-build-'));
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, FILE), 'export const chunk = 1;');
  writeFileSync(path.join(folder, STYLE), '.chunk{color:red}');
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
});

const get = (file: string) => server.app.inject({ url: `/${file}` });
const publish = (files = [FILE, STYLE, '.vite/manifest.json', 'assets/page.html']) =>
  publishAssets(server, files, folder);

it('serves the assets of another build once that build has published them, and nothing else', async () => {
  expect((await get(FILE)).statusCode).toBe(404);
  await publish();
  const script = await get(FILE);
  expect([script.statusCode, script.body]).toEqual([200, 'export const chunk = 1;']);
  expect(script.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  expect((await get(`${STYLE}?again`)).headers['content-type']).toBe('text/css; charset=utf-8');
  for (const other of [
    'assets/unknown.js',
    'assets/page.html',
    'assets/../web-builds.json',
    'assets/%2e%2e/secret.js',
  ]) {
    expect((await get(other)).statusCode).toBe(404);
  }
});

it('keeps the assets of a build for a week after the last process renewed them, then deletes them', async () => {
  await publish();
  server.advance(6 * DAY);
  await publish();
  server.advance(6 * DAY);
  await deleteScheduledObjects(server.db, server.storage, server.clock());
  expect((await get(FILE)).statusCode).toBe(200);
  server.advance(2 * DAY);
  await deleteScheduledObjects(server.db, server.storage, server.clock());
  expect((await get(FILE)).statusCode).toBe(404);
  // A process of that build starts again.
  await publish();
  expect((await get(FILE)).statusCode).toBe(200);
});

it('copies an asset again if the copy before it was interrupted', async () => {
  const broken = {
    ...server,
    storage: { ...server.storage, put: () => Promise.reject(new Error('the disk is full')) },
  };
  writeFileSync(path.join(folder, 'assets/late.js'), 'late');
  await expect(publishAssets(broken, ['assets/late.js'], folder)).rejects.toThrow('the disk is full');
  expect((await get('assets/late.js')).statusCode).toBe(404);
  await publish(['assets/late.js']);
  expect((await get('assets/late.js')).body).toBe('late');
});
