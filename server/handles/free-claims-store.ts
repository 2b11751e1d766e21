import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';

/** Locks an account for the rest of the transaction; returns its own limit of free handles, null for the default. */
export async function lockFreeHandleLimit(trx: Transaction<DB>, accountId: number): Promise<number | null> {
  const row = await trx
    .selectFrom('accounts')
    .select('free_handle_limit')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return row.free_handle_limit;
}

/** Counts the handles of an account that were never paid for. */
export async function countFreeHandles(db: Queryable, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('handles')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('first_paid_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
