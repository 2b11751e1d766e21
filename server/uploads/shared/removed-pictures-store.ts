import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';

/** A picture that an administrator removed. */
export interface RemovedPicture {
  name: string;
  content_hash: Buffer | null;
  removed_at: Date;
}

/** Returns the hash that identifies a repeated upload. It covers the largest variant, because originals are not kept. */
export function contentHash(largest: Buffer): Buffer {
  return createHash('sha256').update(largest).digest();
}

/** Stores removed pictures and returns the names of those that were not stored before. */
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

/** Returns whether a picture with these bytes was removed. */
export async function isRemovedContent(db: Queryable, largest: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('removed_pictures')
    .select(sql`1`.as('found'))
    .where('content_hash', '=', contentHash(largest))
    .executeTakeFirst();
  return row !== undefined;
}
