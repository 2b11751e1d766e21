import { sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

/** SQL: whether the document of the site names the picture of the row `p`. */
const IS_USED = sql<boolean>`
  exists (select from site where p.path in (document->>'logo', document->>'logoDark', document->>'icon'))`;

/** Returns the paths of all pictures of the site. */
export async function sitePictures(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom('site_pictures').select('path').execute();
  return rows.map(({ path }) => path);
}

/** Stores a picture, which nothing uses yet. */
export async function insertSitePicture(trx: Transaction<DB>, path: string, now: Date): Promise<void> {
  await trx.insertInto('site_pictures').values({ path, created_at: now, unused_since: now }).execute();
}

/** Returns those of the paths that are pictures of the site, and locks them against deletion. */
export async function lockSitePictures(trx: Transaction<DB>, paths: string[]): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  const rows = await trx
    .selectFrom('site_pictures')
    .select('path')
    .where('path', 'in', paths)
    .orderBy('path')
    .forUpdate()
    .execute();
  return new Set(rows.map(({ path }) => path));
}

/** Records which pictures the document uses. */
export async function noteUsedSitePictures(db: Queryable, now: Date): Promise<void> {
  await sql`
    update site_pictures p set unused_since = case when ${IS_USED} then null else ${now}::timestamptz end
    where (p.unused_since is null) is distinct from ${IS_USED}`.execute(db);
}

/** Deletes the rows of pictures that the document has not used since `moment`, and returns their paths. */
export async function deleteUnusedOfSite(trx: Transaction<DB>, moment: Date): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    delete from site_pictures p where p.unused_since <= ${moment} and not ${IS_USED} returning p.path`.execute(trx);
  return rows.map(({ path }) => path);
}
