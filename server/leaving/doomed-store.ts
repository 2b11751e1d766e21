import type { Queryable } from '../plumbing/database.ts';

/** Names objects that are to be deleted from this moment on. */
export async function doomObjects(db: Queryable, keys: string[], at: Date): Promise<void> {
  if (keys.length === 0) return;
  await db
    .insertInto('doomed_objects')
    .values(keys.map((key) => ({ key, doomed_at: at })))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}
