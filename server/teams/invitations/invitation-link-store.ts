import { sql } from 'kysely';
import { COMMON_FEATURES } from '../../handle-access/entitlement-store.ts';
import type { Queryable } from '../../platform/db/database.ts';

/**
 * Returns the invitation of an address to the team of a handle, even if it has expired or was accepted; undefined if it
 * does not exist.
 */
export async function invitationOf(db: Queryable, handle: string, email: string) {
  return db
    .selectFrom('handle_members')
    .innerJoin('handles', 'handles.id', 'handle_members.handle_id')
    .innerJoin('accounts as owners', 'owners.id', 'handles.account_id')
    .leftJoin('accounts as inviters', 'inviters.id', 'handle_members.invited_by')
    .select(['handle_members.id', 'handle_members.account_id', 'handle_members.role', 'handle_members.expires_at'])
    .select(['handles.handle', 'handles.state', COMMON_FEATURES.as('common_features')])
    .select(({ fn }) => fn.coalesce('inviters.email', 'owners.email').as('invited_by'))
    .where('handles.handle', '=', handle)
    .where(sql<string>`lower(handle_members.email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

/**
 * Returns whether an account has anything besides this place in a team: a handle, another team, a passkey, the rights
 * of an administrator, a waiting invitation, or the offer of a handle.
 */
export async function isInUse(db: Queryable, accountId: number, memberId: number): Promise<boolean> {
  const { rows } = await sql`
    select from handles where account_id = ${accountId}
    union all select from handle_members where account_id = ${accountId} and id <> ${memberId}
    union all select from passkeys where account_id = ${accountId}
    union all select from accounts where id = ${accountId} and (is_admin or admin_role is not null)
    union all select from accounts join handle_members on lower(handle_members.email) = lower(accounts.email)
      where accounts.id = ${accountId} and handle_members.account_id is null
    union all select from accounts join handle_transfers on lower(handle_transfers.email) = lower(accounts.email)
      where accounts.id = ${accountId}
    limit 1`.execute(db);
  return rows.length > 0;
}
