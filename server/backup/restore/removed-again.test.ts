import { afterEach, expect, it } from 'vitest';
import { migrate } from '../../../db/migrate.ts';
import { onDatabase } from '../../../tests/support/backup/database-content.ts';
import { backUp, newInstallation, objectsOf, restoreInto } from '../../../tests/support/backup/installation.ts';
import { createEmptyDatabase } from '../../../tests/support/server/test-database.ts';
import { openDatabase, openPool } from '../../platform/db/database.ts';
import { deleteScheduledObjects } from '../../platform/storage/deletion-queue.ts';
import { removePicture } from '../../uploads/removal-rules.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const ask = (url: string, query: string) => onDatabase(url, async (client) => (await client.query(query)).rows);

it('does not restore a picture that was removed after the backup, and deletes its files (attack 45)', async () => {
  const from = await newInstallation();
  cleanups.push(from.remove);
  const { url, drop } = await createEmptyDatabase();
  cleanups.push(drop);
  await migrate(url);
  const name = 'avatar-0123456789abcdef';
  const path = `/media/${name}-256.webp`;
  const objects = [128, 256, 512].map((width) => `pictures/${name}-${width}.webp`);
  await ask(url, `insert into accounts (email, avatar_url) values ('ann@elsewhere.example', '${path}')`);
  await ask(
    url,
    `insert into handles (handle, account_id, profile_picture) select 'ann', id, avatar_url from accounts`,
  );
  await ask(
    url,
    `insert into handle_pictures (path, handle_id, kind) select profile_picture, id, 'avatar' from handles`,
  );
  for (const key of objects) await from.storage.put(key, Buffer.from('illegal'), 'image/webp');
  const file = await backUp(from, url);

  const db = openDatabase(openPool(url, 1));
  const removed = { name, content_hash: Buffer.from('hash'), removed_at: new Date() };
  await db.transaction().execute((trx) => removePicture(trx, removed));
  await deleteScheduledObjects(db, from.storage, new Date());
  expect(await objectsOf(from.storage)).toEqual({});
  await db.destroy();

  await restoreInto(from, url, file);
  expect(await ask(url, 'select name, content_hash, removed_at from removed_pictures')).toEqual([removed]);
  expect(
    await ask(url, 'select avatar_url, profile_picture, path from accounts, handles left join handle_pictures on true'),
  ).toEqual([{ avatar_url: null, profile_picture: null, path: null }]);
  const restored = openDatabase(openPool(url, 1));
  await deleteScheduledObjects(restored, from.storage, new Date());
  await restored.destroy();
  expect(await objectsOf(from.storage)).toEqual({});
});
