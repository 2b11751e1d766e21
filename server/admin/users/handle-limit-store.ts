import type { DB } from '../../../db/schema.ts';
import type { Transaction } from '../../platform/db/database.ts';

/** Returns the limit of free handles of an account, locked for the rest of the transaction. */
export async function lockHandleLimit(trx: Transaction<DB>, id: number) {
  return trx.selectFrom('accounts').select('free_handle_limit').where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function writeHandleLimit(trx: Transaction<DB>, id: number, limit: number | null): Promise<void> {
  await trx.updateTable('accounts').set({ free_handle_limit: limit }).where('id', '=', id).execute();
}
