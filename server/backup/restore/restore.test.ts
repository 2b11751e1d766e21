import { randomUUID } from 'node:crypto';
import { access, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { migrate, ownMigrations } from '../../../db/migrate.ts';
import {
  databaseContent,
  differences,
  fillEveryTable,
  onDatabase,
} from '../../../tests/support/backup/database-content.ts';
import {
  backUp,
  keysOf,
  newInstallation,
  objectsOf,
  restoreInto,
  writeKeys,
  writeObjects,
} from '../../../tests/support/backup/installation.ts';
import { copyDatabase, createEmptyDatabase } from '../../../tests/support/server/test-database.ts';
import { queuePause } from '../../mail/queue/pause-rules.ts';
import { openDatabase, openPool } from '../../platform/db/database.ts';
import { deleteScheduledObjects, registerUpload } from '../../platform/storage/deletion-queue.ts';
import { encodeHeader } from '../archive-format.ts';
import { verifyArchive } from '../archive-reader.ts';
import { createArchiveWriter } from '../archive-writer.ts';
import { BackupError } from '../backup-error.ts';
import { lockForBackup } from '../export-store.ts';
import { checkArchive, describeTarget } from './restore-rules.ts';

/** Migrated databases that tests copy: one with a row in every table, and one without rows. */
let filled: Awaited<ReturnType<typeof createEmptyDatabase>>;
let migrated: Awaited<ReturnType<typeof createEmptyDatabase>>;
beforeAll(async () => {
  migrated = await createEmptyDatabase();
  await migrate(migrated.url);
  filled = await copyDatabase(migrated.url);
  expect(await fillEveryTable(filled.url)).toEqual([]);
});
afterAll(async () => {
  await filled?.drop();
  await migrated?.drop();
});

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function installation() {
  const made = await newInstallation();
  cleanups.push(made.remove);
  return made;
}

async function database(): Promise<string> {
  const made = await createEmptyDatabase();
  cleanups.push(made.drop);
  return made.url;
}

async function copy({ url }: typeof filled): Promise<string> {
  const made = await copyDatabase(url);
  cleanups.push(made.drop);
  return made.url;
}

const ask = (url: string, text: string, values: unknown[] = []) =>
  onDatabase(url, async (client) => (await client.query(text, values)).rows);

/** Writes an archive with the given content and correct checksums. */
async function forge(
  file: string,
  original: string,
  rows: Record<string, string>,
  objects: string[] = [],
): Promise<void> {
  const { header, manifest } = await verifyArchive(original, undefined);
  const archive = await createArchiveWriter(file, undefined);
  await archive.add('backup.json', encodeHeader(header));
  await archive.add('keys/secret.key', Buffer.from('forged'));
  const tables = manifest.tables.map((table) => ({ ...table, rows: 0, chunks: 0 }));
  for (const table of tables) {
    const bookkeeping = header.migrations.map((name) => `${name}\t2026-11-22\n`).join('');
    const all: Record<string, string> = { 'public.kysely_migration': bookkeeping, ...rows };
    const text = all[`${table.schema}.${table.name}`];
    if (text === undefined) continue;
    await archive.add(`database/${table.schema}.${table.name}/000001.copy`, Buffer.from(text));
    Object.assign(table, { rows: text.split('\n').length - 1, chunks: 1 });
  }
  for (const key of objects) await archive.add(`objects/${key}`, Buffer.from('forged'));
  const bytes = 6 * objects.length;
  await archive.finish({ tables, sequences: [], keys: 1, objects: { count: objects.length, bytes } });
}

describe('a restore that fails', () => {
  it('leaves the database, the keys and the objects as they were if a restore fails', async () => {
    const target = await installation();
    const url = await copy(filled);
    await writeKeys(target.dataDir);
    await writeObjects(target.storage);
    const file = await backUp(target, url);
    const [before, keys, objects] = [
      await databaseContent(url),
      await keysOf(target.dataDir),
      await objectsOf(target.storage),
    ];
    const forged = path.join(target.dataDir, 'forged.tar.gz');
    const link = '1\t999\tgithub\tann\thttps://example.org\tt\t0\t\\N\tf\t\\N\t\\N\n';
    for (const [rows, reason] of [
      [{ 'public.social_links': link }, /do not fit together/],
      [{ 'public.social_links': 'not a row\n' }, /social_links do not fit into the database/],
      [{ 'public.packages': '\\.\n' }, /packages has 0 rows, and its manifest lists 1/],
      [{ 'public.kysely_migration': '' }, /list of migrations/],
    ] as const) {
      await rm(forged, { force: true });
      await forge(forged, file, rows, ['cards/forged.png']);
      const failed = restoreInto(target, url, forged);
      await expect(failed).rejects.toThrow(BackupError);
      await expect(failed).rejects.toThrow(reason);
      expect(differences(before, await databaseContent(url))).toEqual([]);
      expect(await keysOf(target.dataDir)).toEqual(keys);
      expect(await objectsOf(target.storage)).toEqual(objects);
      await expect(access(path.join(target.dataDir, 'secret.key.restoring'))).rejects.toThrow();
    }
    // The failed restores do not affect a later one.
    await restoreInto(target, url, file);
    expect(await keysOf(target.dataDir)).toEqual(keys);
  });

  it('refuses a database with foreign tables, and keeps them', async () => {
    const target = await installation();
    const url = await copy(filled);
    const file = await backUp(target, url);
    await ask(url, 'create table somebody_elses (note text)');
    await expect(restoreInto(target, url, file)).rejects.toThrow(/somebody_elses.*database of its own/s);
    expect(await ask(url, 'select * from somebody_elses')).toEqual([]);
    expect(await ask(url, 'select count(*)::int from handles')).toEqual([{ count: 1 }]);
  });

  it('refuses a database that processes use', async () => {
    const target = await installation();
    const url = await copy(filled);
    const file = await backUp(target, url);
    await ask(
      url,
      `insert into process_heartbeats (id, roles, host, pid, version, connections)
        values (gen_random_uuid(), array['http'], 'web1', 4711, '0.2.0', 1)`,
    );
    const archive = await checkArchive(target.config, file);
    await expect(describeTarget({ ...target, url }, archive)).rejects.toThrow(/process 4711 on web1/);
  });
});

describe('an archive of another release', () => {
  const adding = {
    up: async (db: Kysely<unknown>) => void (await sql`alter table handles add column added text`.execute(db)),
  };

  it('migrates an archive of an older release to the schema of this one', async () => {
    const all = await ownMigrations();
    const older = Object.fromEntries(Object.entries(all).slice(0, -2));
    const from = await installation();
    const [url, toUrl] = [await database(), await database()];
    await migrate(url, older);
    await ask(url, `insert into accounts (email) values ('ann@elsewhere.example')`);
    await ask(url, `insert into handles (handle, account_id) select 'ann', id from accounts`);
    await ask(
      url,
      `insert into mailed_links (token_hash, purpose, email, expires_at)
      values ('\\x01', 'delete-account', 'ann@elsewhere.example', now())`,
    );
    const file = await backUp(from, url);
    await restoreInto(await installation(), toUrl, file);
    expect(await ask(toUrl, 'select handle, email from handles join accounts on accounts.id = account_id')).toEqual([
      { handle: 'ann', email: 'ann@elsewhere.example' },
    ]);
    expect(await ask(toUrl, 'select purpose from mailed_links')).toEqual([{ purpose: 'delete-account' }]);
    const names = await ask(toUrl, 'select name from kysely_migration order by name');
    expect(names.map((row) => (row as { name: string }).name)).toEqual(Object.keys(all));
    expect((await migrate(toUrl)).newer).toEqual([]);
  });

  it('refuses an archive of a newer release and names that release', async () => {
    const from = await installation();
    const url = await copy(migrated);
    await migrate(url, { ...(await ownMigrations()), '9000_adds': adding });
    const file = await backUp(from, url);
    await expect(checkArchive(from.config, file)).rejects.toThrow(/newer than this release.*9000_adds/s);
  });
});

describe('a restored database', () => {
  it('restores a paused queue without work in progress, even into the database that was backed up', async () => {
    const from = await installation();
    const url = await copy(filled);
    await ask(url, 'update mail_queue_state set paused_at = null, pause_reason = null');
    await ask(url, `update mail_recipients set lease = gen_random_uuid(), lease_until = now(), deaths = 0`);
    await ask(url, `select graphile_worker.add_job('back-up', '{}'::json)`);
    await ask(url, `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'gone'`);
    const file = await backUp(from, url);
    await restoreInto(from, url, file);
    const db = openDatabase(openPool(url, 1));
    expect((await queuePause(db))?.reason).toContain('restored from a backup');
    await db.destroy();
    expect(await ask(url, 'select lease, lease_until from mail_recipients')).toEqual([
      { lease: null, lease_until: null },
    ]);
    const jobs = `select identifier, locked_by from graphile_worker._private_jobs j
      left join graphile_worker._private_tasks t on t.id = j.task_id`;
    const left = (await ask(url, jobs)) as { identifier: string | null; locked_by: string | null }[];
    expect(left).toHaveLength(1);
    expect(left.every(({ identifier, locked_by }) => identifier !== 'back-up' && locked_by === null)).toBe(true);
  });
});

describe('a backup of a running installation', () => {
  it('restores a running installation consistently: all rows of a transaction, and every object that a row names', async () => {
    const from = await installation();
    const [url, toUrl] = [await copy(migrated), await database()];
    let stopped = false;
    const pool = openPool(url, 6);
    // Each writer stores an object, then claims a handle with its image and queues an email, as one transaction.
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      let written = 0;
      for (; !stopped; written++) {
        const id = `w${writer}-${written}`;
        await from.storage.put(`cards/${id}.png`, Buffer.from(id), 'image/png');
        const client = await pool.connect();
        await client.query('begin');
        await client.query(`insert into handles (handle) values ($1)`, [id]);
        await client.query(`insert into mail_messages (id, report_to, utf8, size) values ($1, '', false, 1)`, [id]);
        await client.query(
          `insert into profile_cards (handle_id, object_key, content_hash, drawing)
            select id, $2, '', 1 from handles where handle = $1`,
          [id, `cards/${id}.png`],
        );
        await client.query('commit');
        client.release();
      }
      return written;
    });
    await expect
      .poll(async () => Number((await ask(url, 'select count(*) from handles'))[0]?.count))
      .toBeGreaterThan(50);
    const file = await backUp(from, url);
    stopped = true;
    const written = (await Promise.all(writers)).reduce((sum, count) => sum + count, 0);
    await pool.end();

    const to = await installation();
    await restoreInto(to, toUrl, file);
    const rows = await ask(
      toUrl,
      `select count(*)::int as handles, count(m.id)::int as mail, count(c.handle_id)::int as cards, array_agg(object_key) as keys
        from handles h left join mail_messages m on m.id = h.handle left join profile_cards c on c.handle_id = h.id`,
    );
    const { handles, mail, cards, keys } = rows[0] as { handles: number; mail: number; cards: number; keys: string[] };
    expect(handles).toBeGreaterThan(50);
    expect(handles).toBeLessThan(written);
    expect([mail, cards]).toEqual([handles, handles]);
    expect(Object.keys(await objectsOf(to.storage))).toEqual(expect.arrayContaining(keys));
  });

  it('prevents the deletion of objects until a backup has ended', async () => {
    const { storage } = await installation();
    const url = await copy(migrated);
    const db = openDatabase(openPool(url, 2));
    const key = `cards/${randomUUID()}.png`;
    await storage.put(key, Buffer.from('old'), 'image/png');
    await registerUpload(db, [key], new Date(0));
    await onDatabase(url, async (client) => {
      await lockForBackup(client);
      await deleteScheduledObjects(db, storage, new Date());
      expect(await storage.get(key)).not.toBeNull();
    });
    await expect
      .poll(async () => {
        await deleteScheduledObjects(db, storage, new Date());
        return storage.get(key);
      })
      .toBeNull();
    await db.destroy();
  });
});
