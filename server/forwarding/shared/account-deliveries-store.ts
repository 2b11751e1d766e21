import type { Queryable } from '../../platform/db/database.ts';

/** Returns all deliveries to the handles of an account, oldest first. */
export async function deliveriesOfAccount(db: Queryable, accountId: number) {
  return db
    .selectFrom('flights')
    .selectAll()
    .where('handle_id', 'in', (ids) =>
      ids.selectFrom('handles').select('handles.id').where('account_id', '=', accountId),
    )
    .orderBy('received_at')
    .orderBy('id')
    .execute();
}
