import type { Queryable } from '../../platform/db/database.ts';

/** A block that an administrator hid, and that its owner cannot show again. */
export interface HeldBlock {
  blockId: string;
  /** Its address when it was hidden; null for a block with none or several. */
  url: string | null;
  decisionId: number;
}

/** Returns the blocks of a page that decisions hide: those that were not taken back after an appeal, while their case is kept. */
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
