import type { Queryable } from '../../platform/db/database.ts';

/** Ids of the newest flights of a handle that came from this sender. */
export async function newestFrom(db: Queryable, handleId: number, sender: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('flights')
    .select('id')
    .where('handle_id', '=', handleId)
    .where('sender', '=', sender)
    .orderBy('received_at', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}
