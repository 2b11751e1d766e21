import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeBackup } from '../../../server/backup/backup-rules.ts';
import { checkArchive, restoreArchive } from '../../../server/backup/restore/restore-rules.ts';
import { parseConfig } from '../../../server/platform/config/config.ts';
import { openStorage } from '../../../server/platform/storage/open-storage.ts';
import type { Storage } from '../../../server/platform/storage/storage.ts';

/** The settings and the storage of an installation in a new DATA_DIR, which is empty by default; `remove` deletes it. */
export async function newInstallation(env: Record<string, string> = {}, folder?: string) {
  const dataDir = folder ?? (await mkdtemp(path.join(tmpdir(), 'nameplate-backup-')));
  const settings = { DATA_DIR: dataDir, PUBLIC_URL: 'http://localhost:3000', LOG_LEVEL: 'silent', ...env };
  const config = parseConfig(settings);
  return {
    dataDir,
    env: settings,
    config,
    storage: await openStorage(config),
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}

type Installation = Awaited<ReturnType<typeof newInstallation>>;

export async function backUp(
  { config, storage }: Pick<Installation, 'config' | 'storage'>,
  url: string,
): Promise<string> {
  return (await makeBackup({ config, url, storage, now: new Date() })).file;
}

export async function restoreInto({ config, storage }: Installation, url: string, file: string) {
  return restoreArchive({ config, url, storage }, await checkArchive(config, file));
}

/** Writes a secret, a certificate and two DKIM keys, the older one a month ago. */
export async function writeKeys(dataDir: string): Promise<void> {
  await mkdir(path.join(dataDir, 'dkim'));
  await writeFile(path.join(dataDir, 'secret.key'), `${'s'.repeat(64)}\n`);
  await writeFile(path.join(dataDir, 'tls.json'), '{"cert":"a certificate","key":"its key"}');
  for (const selector of ['np20260101', 'np20260201b']) {
    await writeFile(path.join(dataDir, 'dkim', `${selector}.pem`), `the key ${selector}\n`);
  }
}

const KEY_FILES = ['secret.key', 'tls.json', 'dkim/np20260101.pem', 'dkim/np20260201b.pem'];

/** Returns the content of the keys, or null where a file is missing. */
export async function keysOf(dataDir: string): Promise<Record<string, string | null>> {
  const keys: Record<string, string | null> = {};
  for (const name of KEY_FILES) keys[name] = await readFile(path.join(dataDir, name), 'utf8').catch(() => null);
  return keys;
}

export async function writeObjects(storage: Storage): Promise<void> {
  await storage.put('cards/1-abc.png', Buffer.from([0, 1, 2, 255]), 'image/png');
  await storage.put('pictures/avatar-x1-96.webp', Buffer.alloc(300_000, 'picture'), 'image/webp');
  await storage.put('empty.webp', Buffer.alloc(0), 'image/webp');
}

/** Returns every object as base64. */
export async function objectsOf(storage: Storage): Promise<Record<string, string | undefined>> {
  const objects: Record<string, string | undefined> = {};
  for await (const key of storage.list()) objects[key] = (await storage.get(key))?.toString('base64');
  return objects;
}
