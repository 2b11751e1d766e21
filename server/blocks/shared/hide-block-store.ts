import type { DB } from '../../../db/schema.ts';
import type { Transaction } from '../../platform/db/database.ts';

/** Hides a block from visitors, or shows it again. Returns whether that changed anything. Lock the handle first. */
export async function setBlockHidden(
  trx: Transaction<DB>,
  { handleId, blockId, hidden }: { handleId: number; blockId: string; hidden: boolean },
): Promise<boolean> {
  const block = await trx
    .updateTable('page_blocks')
    .set({ hidden })
    .where('handle_id', '=', handleId)
    .where('id', '=', blockId)
    .where('hidden', '!=', hidden)
    .executeTakeFirst();
  const link = await trx
    .updateTable('social_links')
    .set({ is_active: !hidden })
    .where('handle_id', '=', handleId)
    .where(({ fn }) => fn.coalesce('block_id', 'platform'), '=', blockId)
    .where('is_active', '=', hidden)
    .executeTakeFirst();
  return block.numUpdatedRows + link.numUpdatedRows > 0n;
}
