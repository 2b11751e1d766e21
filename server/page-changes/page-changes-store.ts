import { sql } from 'kysely';
import type { Queryable } from '../platform/db/database.ts';

/** Sets the time of the last change of a profile to now. */
export async function touchProfile(db: Queryable, handleId: number): Promise<void> {
  await db.updateTable('handles').set({ profile_changed_at: sql<Date>`now()` }).where('id', '=', handleId).execute();
}

/** Sets the time of the last change of all profiles of an account to now; returns the ids of the handles. */
export async function touchProfilesOf(db: Queryable, accountId: number): Promise<number[]> {
  const rows = await db
    .updateTable('handles')
    .set({ profile_changed_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
