import { sql } from 'kysely';
import type { AdminRole } from '../../../contract/admin-roles.ts';
import type { DB } from '../../../db/schema.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { lockName } from '../../platform/db/lock-name.ts';
import { roleColumns } from '../../platform/http/sessions/admin-role.ts';

/** Lets only one transaction at a time change roles, or suspend an owner. Taken before any account is locked. */
export async function lockRoles(trx: Transaction<DB>): Promise<void> {
  await lockName(trx, 'administrator roles');
}

/** Returns the columns of an account that state its role. */
export async function readRole(trx: Transaction<DB>, id: number) {
  return trx
    .selectFrom('accounts')
    .select(['id', 'email', 'is_admin', 'admin_role'])
    .where('id', '=', id)
    .where('suspended_at', 'is', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/** Does the same for any account, and locks it for the rest of the transaction. */
export async function lockRole(trx: Transaction<DB>, id: number) {
  return trx
    .selectFrom('accounts')
    .select(['id', 'email', 'is_admin', 'admin_role'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Returns whether the site has another owner than this account: an account that can sign in, or an address of `owners` that
 * gets an account at its first sign-in.
 */
export async function hasOtherOwner(trx: Transaction<DB>, id: number, owners: string[]): Promise<boolean> {
  const { rows } = await sql`
    select from accounts where id <> ${id} and is_admin and suspended_at is null and closed_at is null
    union all select from unnest(${owners}::text[]) as named (email)
      left join accounts on lower(accounts.email) collate "C" = named.email
      where accounts.id is distinct from ${id} and suspended_at is null and closed_at is null
    limit 1`.execute(trx);
  return rows.length > 0;
}

/** Stores the role of an account. */
export async function writeRole(trx: Transaction<DB>, id: number, role: AdminRole | null): Promise<void> {
  await trx.updateTable('accounts').set(roleColumns(role)).where('id', '=', id).execute();
}
