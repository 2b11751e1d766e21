import type { Queryable } from '../../platform/db/database.ts';

/** Returns the names of handles by their ids. */
export async function namesOf(db: Queryable, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('handles').select(['id', 'handle']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, handle }) => [id, handle]));
}
