import type { Queryable } from '../platform/db/database.ts';

/** Returns the links of several handles, in their order. */
export async function linksOfHandles(db: Queryable, handleIds: number[]) {
  if (handleIds.length === 0) return [];
  return db
    .selectFrom('social_links')
    .select(['handle_id', 'platform', 'username', 'url', 'is_active'])
    .where('handle_id', 'in', handleIds)
    .orderBy('handle_id')
    .orderBy('position')
    .execute();
}
