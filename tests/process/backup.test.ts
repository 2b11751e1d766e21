import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateX25519Identity } from 'age-encryption';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { databaseContent, differences, fillEveryTable, onDatabase } from '../support/backup/database-content.ts';
import {
  backUp,
  keysOf,
  newInstallation,
  objectsOf,
  restoreInto,
  writeKeys,
  writeObjects,
} from '../support/backup/installation.ts';
import { newDataDir } from '../support/server/data-dir.ts';
import { runUntilExit } from '../support/server/run-until-exit.ts';
import { startS3 } from '../support/server/s3.ts';
import { createEmptyDatabase } from '../support/server/test-database.ts';

// Complete restores into empty folders and databases: every table, sequence, key and object, and the definitions of the schema.

type Installation = Awaited<ReturnType<typeof newInstallation>>;

/** Restores between other kinds of databases and stores than those that `npm test` covers. */
const LONG = { tags: ['long'] };
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

let s3: Awaited<ReturnType<typeof startS3>>;
beforeAll(async () => {
  s3 = await startS3({ anySignature: true });
});
afterAll(() => s3?.stop());

async function installation(env: Record<string, string> = {}, folder?: string): Promise<Installation> {
  const made = await newInstallation(env, folder);
  cleanups.push(made.remove);
  return made;
}

async function database(): Promise<string> {
  const made = await createEmptyDatabase();
  cleanups.push(made.drop);
  return made.url;
}

/** Runs `work` while the embedded database of a DATA_DIR runs. */
async function withEmbedded<T>(dataDir: string, work: (url: string) => Promise<T>): Promise<T> {
  const quiet = () => {};
  const embedded = await startEmbedded({ dataDir, durable: false, log: { info: quiet, warn: quiet, error: quiet } });
  try {
    return await work(embedded.connectionString);
  } finally {
    await embedded.stop();
  }
}

/** Fills every table of an empty database, and returns the state of the queue and the jobs after a restore. */
async function fill(url: string): Promise<Record<string, string[]>> {
  await migrate(url);
  expect(await fillEveryTable(url)).toEqual([]);
  await onDatabase(url, async (client) => {
    await client.query('delete from process_heartbeats; delete from page_visitors; delete from visitor_salts');
    // Another test covers the intended changes of a restore.
    await client.query('update mail_queue_state set paused_at = now()');
    await client.query('update mail_recipients set lease = null, lease_until = null');
    await client.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null');
    await client.query('update graphile_worker._private_job_queues set locked_at = null, locked_by = null');
    // More than one piece of 4 MB in one table, with rows that cross its end.
    await client.query(`insert into social_links (handle_id, platform, username, url, position)
      select (select min(id) from handles), 'p' || i, repeat('x', 900), repeat(E'\\\\', 100), i from generate_series(1, 6000) i`);
  });
  return databaseContent(url);
}

const tools = {
  backup: (env: Record<string, string>, ...args: string[]) => runUntilExit(['tools/backup.ts', ...args], env),
  restore: (env: Record<string, string>, ...args: string[]) => runUntilExit(['tools/restore.ts', ...args], env),
};

describe('the commands backup and restore with the embedded database', () => {
  it('restores every table, key and object into an empty folder, and refuses to replace data without --yes', async () => {
    // A passphrase takes a second of processor time for each use; server/backup/archive.test.ts covers it.
    const BACKUP_KEY = await generateX25519Identity();
    const from = await installation({ BACKUP_KEY }, newDataDir('backup'));
    await writeKeys(from.dataDir);
    await writeObjects(from.storage);
    await utimes(path.join(from.dataDir, 'dkim/np20260101.pem'), 1_767_225_600, 1_767_225_600);
    const before = await withEmbedded(from.dataDir, fill);

    const made = await tools.backup(from.env);
    expect(made.output).toContain('Backup written and verified');
    expect(made.code).toBe(0);
    const [name = ''] = await readdir(path.join(from.dataDir, 'backups'));
    const file = path.join(from.dataDir, 'backups', name);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await tools.backup(from.env, 'verify', file)).output).toContain('complete and intact');

    const to = await installation({ BACKUP_KEY });
    const restored = await tools.restore(to.env, file);
    expect(restored.output).toContain('THE MAIL QUEUE IS PAUSED');
    expect(restored.code).toBe(0);
    expect(await keysOf(to.dataDir)).toEqual(await keysOf(from.dataDir));
    expect((await stat(path.join(to.dataDir, 'dkim/np20260101.pem'))).mtime.toISOString()).toBe(
      '2026-01-01T00:00:00.000Z',
    );
    expect(await objectsOf(to.storage)).toEqual(await objectsOf(from.storage));
    expect(Object.keys(await objectsOf(to.storage))).toHaveLength(3);

    // The folder now has data.
    const { code, output } = await tools.restore(to.env, file);
    expect([code, output]).toEqual([1, expect.stringContaining('This would replace what is there')]);
    const withheld = await tools.restore({ ...to.env, BACKUP_KEY: await generateX25519Identity() }, file, '--yes');
    expect([withheld.code, withheld.output]).toEqual([1, expect.stringContaining('cannot be decrypted')]);
    const after = await withEmbedded(to.dataDir, databaseContent);
    expect(differences(before, after)).toEqual([]);
    expect(after.mail_queue_state).toHaveLength(1);

    expect((await tools.restore(to.env, file, '--yes')).code).toBe(0);
    expect(differences(before, await withEmbedded(to.dataDir, databaseContent))).toEqual([]);
  });
});

describe('a restore with DATABASE_URL', () => {
  it(
    'copies every table, key and object between databases of ordinary roles, and objects from a bucket',
    LONG,
    async () => {
      const [fromUrl, toUrl] = [await database(), await database()];
      const from = await installation(s3.env);
      await writeKeys(from.dataDir);
      await writeObjects(from.storage);
      const before = await fill(fromUrl);
      const file = await backUp(from, fromUrl);
      const to = await installation();
      await restoreInto(to, toUrl, file);
      expect(differences(before, await databaseContent(toUrl))).toEqual([]);
      expect(await keysOf(to.dataDir)).toEqual(await keysOf(from.dataDir));
      expect(await objectsOf(to.storage)).toEqual(await objectsOf(from.storage));
    },
  );

  it('exchanges archives with the embedded database in both directions', LONG, async () => {
    const from = await installation();
    await writeObjects(from.storage);
    const [url, backUrl] = [await database(), await database()];
    const before = await fill(url);
    const file = await backUp(from, url);
    const middle = await installation();
    const archive = await withEmbedded(middle.dataDir, async (embedded) => {
      await restoreInto(middle, embedded, file);
      expect(differences(before, await databaseContent(embedded))).toEqual([]);
      return backUp(middle, embedded);
    });
    const to = await installation(s3.env);
    await restoreInto(to, backUrl, archive);
    expect(differences(before, await databaseContent(backUrl))).toEqual([]);
    expect(await objectsOf(to.storage)).toEqual(await objectsOf(from.storage));
  });

  it(
    'keeps the keys that it replaces, and schedules the deletion of objects that the archive lacks',
    LONG,
    async () => {
      const from = await installation();
      await writeKeys(from.dataDir);
      await writeObjects(from.storage);
      const url = await database();
      await migrate(url);
      const file = await backUp(from, url);
      await writeFile(path.join(from.dataDir, 'secret.key'), `${'t'.repeat(64)}\n`);
      await from.storage.put('pictures/newer.webp', Buffer.from('newer'), 'image/webp');
      const result = await restoreInto(from, url, file);
      expect(result.replacedObjects).toBe(1);
      expect(await readdir(from.dataDir)).toEqual(expect.arrayContaining(['secret.key', 'secret.key.before-restore']));
      expect(
        await onDatabase(url, async (client) => (await client.query('select key from doomed_objects')).rows),
      ).toEqual([{ key: 'pictures/newer.webp' }]);
    },
  );
});
