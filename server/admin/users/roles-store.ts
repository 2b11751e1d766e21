import { sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Transaction } from '../../platform/db/database.ts';

/** Sets the administrator role of an account; returns its id and the previous value, or undefined if it does not exist. */
export async function setAdmin(trx: Transaction<DB>, email: string, isAdmin: boolean) {
  const account = await trx
    .selectFrom('accounts')
    .select(['id', 'is_admin as was'])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .forUpdate()
    .executeTakeFirst();
  if (account) await trx.updateTable('accounts').set({ is_admin: isAdmin }).where('id', '=', account.id).execute();
  return account;
}
