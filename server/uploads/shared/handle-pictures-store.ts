import { sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

/** SQL: whether the page of the handle shows the picture of the row `p`. */
export const IS_USED = sql<boolean>`(
  exists (select from handles h where h.id = p.handle_id
    and p.path in (h.profile_picture, h.banner_image, h.look->'background'->>'image'))
  or exists (select from page_blocks b where b.handle_id = p.handle_id and b.content->>'image' = p.path))`;

/** Returns those of the paths that are pictures of the handle, and locks them against deletion. */
export async function lockPicturesOf(trx: Transaction<DB>, handleId: number, paths: string[]): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  const rows = await trx
    .selectFrom('handle_pictures')
    .select('path')
    .where('handle_id', '=', handleId)
    .where('path', 'in', paths)
    .orderBy('path')
    .forUpdate()
    .execute();
  return new Set(rows.map(({ path }) => path));
}

/** Records which pictures of a handle its page uses. Call this after every write that can change that, in its transaction. */
export async function noteUsedPictures(trx: Transaction<DB>, handleId: number, now: Date): Promise<void> {
  await sql`
    update handle_pictures p set unused_since = case when ${IS_USED} then null else ${now}::timestamptz end
    where p.handle_id = ${handleId} and (p.unused_since is null) is distinct from ${IS_USED}`.execute(trx);
}

/** Deletes the rows of all pictures of handles and returns their paths. */
export async function deletePicturesOf(db: Queryable, handleIds: number[]): Promise<string[]> {
  const rows = await db.deleteFrom('handle_pictures').where('handle_id', 'in', handleIds).returning('path').execute();
  return rows.map(({ path }) => path);
}
