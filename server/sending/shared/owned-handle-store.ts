import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

/** Returns a handle of an account by its id; undefined also for the handle of another account. */
export async function findOwnedHandle(db: Queryable, accountId: number, id: number) {
  return db
    .selectFrom('handles')
    .select(['id', 'handle', 'state', 'paid_until'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

export type OwnedHandle = NonNullable<Awaited<ReturnType<typeof findOwnedHandle>>>;

/** Like `findOwnedHandle`, and locks the handle for the rest of the transaction. */
export async function lockOwnedHandle(trx: Transaction<DB>, accountId: number, id: number) {
  return trx
    .selectFrom('handles')
    .select(['id', 'handle', 'state', 'paid_until'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
}
