import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';

/** The links of several handles, in their order. */
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

/** Replaces all links of a handle by these, in this order. */
export async function replaceLinks(
  trx: Transaction<DB>,
  handleId: number,
  links: { platform: string; username: string; url: string; is_active: boolean }[],
): Promise<void> {
  await trx.deleteFrom('social_links').where('handle_id', '=', handleId).execute();
  if (links.length === 0) return;
  await trx
    .insertInto('social_links')
    .values(links.map((link, position) => ({ ...link, handle_id: handleId, position })))
    .execute();
}
