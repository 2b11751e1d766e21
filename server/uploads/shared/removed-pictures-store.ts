import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';

/** A picture that an administrator removed. */
export interface RemovedPicture {
  name: string;
  content_hash: Buffer | null;
  removed_at: Date;
}

/** The hash by which the same upload is recognised: of the largest variant, since originals are not kept. */
export function contentHash(largest: Buffer): Buffer {
  return createHash('sha256').update(largest).digest();
}

/** Enters removed pictures and returns the names of those that were not entered before. */
export async function insertRemoved(db: Queryable, pictures: RemovedPicture[]): Promise<string[]> {
  if (pictures.length === 0) return [];
  const rows = await db
    .insertInto('removed_pictures')
    .values(pictures)
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .execute();
  return rows.map(({ name }) => name);
}

export async function removedPictures(db: Queryable): Promise<RemovedPicture[]> {
  return db.selectFrom('removed_pictures').selectAll().execute();
}

/** Whether a picture with these bytes was removed. */
export async function isRemovedContent(db: Queryable, largest: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('removed_pictures')
    .select(sql`1`.as('found'))
    .where('content_hash', '=', contentHash(largest))
    .executeTakeFirst();
  return row !== undefined;
}
