import { sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Transaction } from '../../platform/db/database.ts';

/** Writes whether an account is an administrator's; answers its id and what it was, or undefined where there is none. */
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
