import { type Insertable, sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';
import { IS_USED } from '../shared/handle-pictures-store.ts';

/** Returns the paths of the pictures of a handle. */
export async function picturesOf(db: Queryable, handleId: number): Promise<string[]> {
  const rows = await db.selectFrom('handle_pictures').select('path').where('handle_id', '=', handleId).execute();
  return rows.map(({ path }) => path);
}

export async function insertPicture(trx: Transaction<DB>, picture: Insertable<DB['handle_pictures']>): Promise<void> {
  await trx.insertInto('handle_pictures').values(picture).execute();
}

/**
 * Records which pictures of all handles are used, because a release that does not know the table changes pictures
 * without recording it. The writes of this release do the same for their handle.
 */
export async function noteAllUsedPictures(db: Queryable, now: Date): Promise<void> {
  await sql`
    update handle_pictures p set unused_since = case when ${IS_USED} then null else ${now}::timestamptz end
    where (p.unused_since is null) is distinct from ${IS_USED}`.execute(db);
}

/** Deletes up to `limit` rows of pictures that nothing has used since `moment`, and returns their paths. */
export async function deleteUnused(trx: Transaction<DB>, moment: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    delete from handle_pictures p where p.path in (
      select path from handle_pictures where unused_since <= ${moment} order by unused_since limit ${limit}
    ) and p.unused_since <= ${moment} and not ${IS_USED} returning p.path`.execute(trx);
  return rows.map(({ path }) => path);
}
