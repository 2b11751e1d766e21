import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';

/** Returns the handles of an account that have members, with the number of members, by name. */
export async function teamHandles(db: Queryable, accountId: number) {
  const rows = await db
    .selectFrom('handles')
    .innerJoin('handle_members', 'handle_members.handle_id', 'handles.id')
    .select(['handles.id', 'handles.handle', ({ fn }) => fn.countAll<string>().as('members')])
    .where('handles.account_id', '=', accountId)
    .where('handle_members.account_id', 'is not', null)
    .groupBy(['handles.id', 'handles.handle'])
    .orderBy('handles.handle')
    .execute();
  return rows.map((row) => ({ ...row, members: Number(row.members) }));
}

/** Returns the memberships of an account, in the order in which their handles must be locked. */
export async function membershipsOf(trx: Transaction<DB>, accountId: number) {
  return trx
    .selectFrom('handle_members')
    .select(['id', 'handle_id', 'account_id', 'email'])
    .where('account_id', '=', accountId)
    .orderBy('handle_id')
    .execute();
}
