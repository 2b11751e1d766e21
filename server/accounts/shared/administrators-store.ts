import { sql } from 'kysely';
import type { AdminRole } from '../../../contract/admin-roles.ts';
import type { Queryable } from '../../platform/db/database.ts';

/** Returns the addresses of owners and of administrators with one of the roles, from the settings and from accounts, each once. */
export async function addressesOfAdmins(
  db: Queryable,
  configured: readonly string[],
  roles: readonly AdminRole[],
): Promise<string[]> {
  const accounts = await db
    .selectFrom('accounts')
    .select('email')
    .where(sql<boolean>`(is_admin or admin_role = any(${roles}::text[]))`)
    .where('suspended_at', 'is', null)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute();
  const all = [...configured, ...accounts.map(({ email }) => email)];
  return [...new Map(all.map((email) => [email.toLowerCase(), email])).values()];
}
