import { type RawBuilder, sql } from 'kysely';
import { MEMBER_ROLES, type MemberRole, needsMail, type Right, type Role, roleIncludes } from '../../contract/roles.ts';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { COMMON_FEATURES, hasFeature } from './entitlement-store.ts';

/** SQL: whether the row's handle has a team now. While it does not, its members keep their places but have no access. */
export const HAS_TEAM = sql<boolean>`(handles.state = 'active' and ${hasFeature('teams')})`;

const placeOf = (
  accountId: number,
  column: 'id' | 'role' | 'mail',
) => sql`(select handle_members.${sql.ref(column)} from handle_members
  where handle_members.handle_id = handles.id and handle_members.account_id = ${accountId}::integer and ${HAS_TEAM})`;

/** SQL for a query of `handles`: the role of an account at the row's handle; null for a stranger. */
export function roleAt(accountId: number): RawBuilder<Role | null> {
  return sql`case when handles.account_id = ${accountId}::integer then 'owner' else ${placeOf(accountId, 'role')} end`;
}

/** SQL for a query of `handles`: whether the account is the owner, or a member to whom the owner has granted the mail. */
export function receivesMailAt(accountId: number): RawBuilder<boolean> {
  return sql`(handles.account_id is not distinct from ${accountId}::integer or coalesce(${placeOf(accountId, 'mail')}, false))`;
}

/** SQL for lists: the ids of the handles at which an account has a right, found by the account. */
export function idsWithRight(accountId: number, right: Right): RawBuilder<number> {
  const roles = MEMBER_ROLES.filter((role) => roleIncludes(role, right));
  return sql`(select handles.id from handles where handles.account_id = ${accountId}::integer
    union all select handles.id from handle_members join handles on handles.id = handle_members.handle_id
    where handle_members.account_id = ${accountId}::integer and handle_members.role = any(${roles}::text[])
      and (handle_members.mail or not ${needsMail(right)}) and ${HAS_TEAM})`;
}

/** The id of a handle, or SQL that finds it. */
export type HandleId = number | RawBuilder<number>;

function accessible(db: Queryable, accountId: number, id: HandleId) {
  return db
    .selectFrom('handles')
    .select(['handles.id', 'handles.handle', 'handles.state', 'handles.paid_until', 'handles.given_up_at'])
    .select(COMMON_FEATURES.as('common_features'))
    .select([
      sql<number>`handles.account_id`.as('owner_id'),
      sql<Role>`${roleAt(accountId)}`.as('role'),
      receivesMailAt(accountId).as('receivesMail'),
      sql<number | null>`case when handles.account_id is distinct from ${accountId}::integer
        then ${placeOf(accountId, 'id')} end`.as('member_id'),
    ])
    .where('handles.id', '=', id)
    .where(roleAt(accountId), 'is not', null);
}

/**
 * A handle with the role and the mail right of the requesting account; `member_id` is its place in the team, null for
 * the owner.
 */
export type HandleAccess = Awaited<ReturnType<ReturnType<typeof accessible>['executeTakeFirstOrThrow']>>;

/** Returns a handle and the role of an account at it; undefined for a stranger, whether or not the handle exists. */
export async function findAccess(db: Queryable, accountId: number, id: HandleId): Promise<HandleAccess | undefined> {
  return accessible(db, accountId, id).executeTakeFirst();
}

/** Like `findAccess`, but also locks the handle, and for a member the place in the team, for the rest of the transaction. */
export async function lockAccess(
  trx: Transaction<DB>,
  accountId: number,
  id: HandleId,
): Promise<HandleAccess | undefined> {
  const found = await accessible(trx, accountId, id).forNoKeyUpdate('handles').executeTakeFirst();
  if (!found || found.role === 'owner') return found;
  // A statement that waited for the lock has read the members as they were before. This one sees members who were
  // removed in between.
  const place = await trx
    .selectFrom('handle_members')
    .select(['id as member_id', sql<MemberRole>`role`.as('role'), 'mail as receivesMail'])
    .where('handle_id', '=', found.id)
    .where('account_id', '=', accountId)
    .forShare()
    .executeTakeFirst();
  return place && { ...found, ...place };
}
