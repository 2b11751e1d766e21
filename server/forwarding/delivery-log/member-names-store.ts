import type { Queryable } from '../../platform/db/database.ts';

/** Returns the accounts of members of handles. */
export async function findMembers(db: Queryable, ids: number[]) {
  return db
    .selectFrom('handle_members')
    .innerJoin('accounts', 'accounts.id', 'handle_members.account_id')
    .select(['handle_members.id', 'handle_members.handle_id', 'accounts.id as account_id', 'accounts.email'])
    .where('handle_members.id', 'in', ids)
    .execute();
}
