import type { Queryable } from '../../platform/db/database.ts';

/** A block that an administrator hid and that its owner cannot show again. */
export interface HeldBlock {
  blockId: string;
  /** The address of the block when it was hidden; null unless it had exactly one. */
  url: string | null;
  decisionId: number;
}

/** Returns the blocks of a page that decisions hide: those that no appeal reversed, and whose case is still kept. */
export async function heldBlocksOf(db: Queryable, handleId: number): Promise<HeldBlock[]> {
  const rows = await db
    .selectFrom('page_cases')
    .select(['id', 'block_id', 'block_url'])
    .where('handle_id', '=', handleId)
    .where('action', '=', 'hide-block')
    .where('state', 'in', ['upheld', 'appealed', 'confirmed'])
    .orderBy('id', 'desc')
    .execute();
  return rows.flatMap(({ id, block_id: blockId, block_url: url }) =>
    blockId === null ? [] : [{ blockId, url, decisionId: id }],
  );
}
