import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DAY } from '../../../../contract/time.ts';
import type { Logger } from '../../log/log.ts';
import { registerUpload, scheduleDeletion } from '../../storage/deletion-queue.ts';
import { withTimeout } from '../../with-timeout.ts';
import type { App } from '../app-context.ts';
import { WEB_FILES } from './renderer.ts';

/** Duration for which assets stay after the last process of their build has stopped, because pages may stay open. */
const KEPT_FOR_MS = 7 * DAY;
const RENEWAL_MS = DAY;
/** A start waits at most this long for an object storage that is slow or unreachable. */
const START_TIMEOUT_MS = 15_000;
const PARALLEL = 4;

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
};
const FOLDER = 'assets/';
const MAX_NAME = 200;

type Parts = Pick<App, 'db' | 'storage' | 'clock'>;

interface Asset {
  /** The key in the object storage, which allows fewer characters than asset names have. */
  key: string;
  type: string;
}

/** Returns where a file of a build, such as `assets/entry-1.js`, is stored; null if it is not an asset. */
function assetOf(file: string): Asset | null {
  const name = file.slice(FOLDER.length);
  const ending = path.extname(name).slice(1);
  const type = TYPES[ending];
  if (!type || !file.startsWith(FOLDER) || name.length > MAX_NAME || !/^[\w.-]+$/.test(name)) return null;
  return { key: `${FOLDER}${createHash('sha256').update(name).digest('hex')}.${ending}`, type };
}

/**
 * Copies the assets of a build to the object storage, from which processes of other releases serve them: during and
 * after an upgrade, a page of one release may request assets from a process of another. Assets are deleted a week after
 * the last renewal.
 */
export async function publishAssets({ db, storage, clock }: Parts, files: string[], folder = WEB_FILES): Promise<void> {
  const assets = files.flatMap((file) => {
    const asset = assetOf(file);
    return asset ? [{ file, ...asset }] : [];
  });
  if (assets.length === 0) return;
  const keys = assets.map(({ key }) => key);
  const now = clock();
  // A row that is due sooner belongs to an interrupted copy, or to an object that is about to be deleted.
  const kept = await db
    .selectFrom('doomed_objects')
    .select('key')
    .where('key', 'in', keys)
    .where('doomed_at', '>', new Date(now.getTime() + RENEWAL_MS))
    .execute();
  const missing = assets.filter(({ key }) => !kept.some((row) => row.key === key));
  await registerUpload(
    db,
    missing.map(({ key }) => key),
    now,
  );
  const left = missing.values();
  const copy = async () => {
    for (const { file, key, type } of left) await storage.put(key, await readFile(path.join(folder, file)), type);
  };
  await Promise.all(Array.from({ length: PARALLEL }, copy));
  await scheduleDeletion(db, keys, new Date(now.getTime() + KEPT_FOR_MS));
}

/** Returns an asset that another build published, or null. `url` is the address in the request. */
export async function findSharedAsset(
  { db, storage }: Pick<Parts, 'db' | 'storage'>,
  url: string,
): Promise<{ bytes: Buffer; type: string } | null> {
  const asset = assetOf((url.split('?')[0] ?? '').slice(1));
  if (!asset) return null;
  const { key, type } = asset;
  // The database lists every published asset, so that invented names do not cause requests to a bucket.
  const known = await db.selectFrom('doomed_objects').select('key').where('key', '=', key).executeTakeFirst();
  const bytes = known && (await storage.get(key));
  return bytes ? { bytes, type } : null;
}

/** Publishes the assets of this build before the process serves its pages, and renews them daily. */
export async function startSharingAssets(parts: Parts & { log: Logger }): Promise<{ stop(): void }> {
  const { log } = parts;
  const publish = async () => {
    try {
      const text = await readFile(path.join(WEB_FILES, '../web-builds.json'), 'utf8');
      const [newest] = JSON.parse(text) as { files: string[] }[];
      await publishAssets(parts, newest?.files ?? []);
    } catch (error) {
      log.warn(
        { event: 'assets.not_shared', err: error },
        'processes of other releases cannot serve the assets of this one; the next try is in a day',
      );
    }
  };
  const timer = setInterval(() => void publish(), RENEWAL_MS).unref();
  await withTimeout(publish(), START_TIMEOUT_MS, () => {});
  return { stop: () => clearInterval(timer) };
}
