import { type Selectable, sql } from 'kysely';
import type { MemberRole } from '../../../contract/roles.ts';
import type { DB } from '../../../db/schema.ts';
import { COMMON_FEATURES } from '../../handle-access/entitlement-store.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

export type MemberRow = Selectable<DB['handle_members']>;

/** Returns the members of a handle in the order in which they joined, then the invited people. */
export async function findMembers(db: Queryable, handleId: number): Promise<MemberRow[]> {
  return db
    .selectFrom('handle_members')
    .selectAll()
    .where('handle_id', '=', handleId)
    .orderBy('joined_at', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute();
}

export async function findMember(db: Queryable, handleId: number, id: number): Promise<MemberRow | undefined> {
  return db
    .selectFrom('handle_members')
    .selectAll()
    .where('id', '=', id)
    .where('handle_id', '=', handleId)
    .executeTakeFirst();
}

/** Returns the member or invited person with this address; case does not matter. */
export async function findByEmail(db: Queryable, handleId: number, email: string): Promise<MemberRow | undefined> {
  return db
    .selectFrom('handle_members')
    .selectAll()
    .where('handle_id', '=', handleId)
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

/** Counts the members of a handle and the invitations that can still be accepted. */
export async function countPlaces(db: Queryable, handleId: number, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('handle_members')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('handle_id', '=', handleId)
    .where((is) => is.or([is('account_id', 'is not', null), is('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface NewInvitation {
  email: string;
  role: MemberRole;
  mail: boolean;
  invitedBy: number;
  now: Date;
  expiresAt: Date;
}

/** Stores an invitation, in place of an expired one to the same address. */
export async function saveInvitation(
  trx: Transaction<DB>,
  handleId: number,
  { email, role, mail, invitedBy, now, expiresAt }: NewInvitation,
): Promise<MemberRow> {
  const values = { email, role, mail, invited_by: invitedBy, invited_at: now, expires_at: expiresAt };
  return trx
    .insertInto('handle_members')
    .values({ handle_id: handleId, ...values })
    .onConflict((conflict) => conflict.expression(sql`handle_id, lower(email)`).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function prolongInvitation(trx: Transaction<DB>, id: number, expiresAt: Date): Promise<MemberRow> {
  return trx
    .updateTable('handle_members')
    .set({ expires_at: expiresAt })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deletePasswordsOfMember(trx: Transaction<DB>, id: number): Promise<void> {
  await trx.deleteFrom('app_passwords').where('member_id', '=', id).execute();
}

export async function setRole(trx: Transaction<DB>, id: number, role: MemberRole): Promise<MemberRow> {
  return trx.updateTable('handle_members').set({ role }).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Deletes a member or an invitation, with the app passwords of the member. */
export async function deleteMember(trx: Transaction<DB>, id: number): Promise<void> {
  await trx.deleteFrom('handle_members').where('id', '=', id).execute();
}

/** Locks a handle for the rest of the transaction without checking any rights. */
export async function lockAnyHandle(trx: Transaction<DB>, id: number) {
  return trx
    .selectFrom('handles')
    .select(['id', 'handle', 'state', 'account_id', COMMON_FEATURES.as('common_features')])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Returns the address of an account; undefined if the account does not exist. */
export async function addressOf(db: Queryable, accountId: number | null): Promise<string | undefined> {
  if (accountId === null) return undefined;
  const row = await db.selectFrom('accounts').select('email').where('id', '=', accountId).executeTakeFirst();
  return row?.email;
}

/** Deletes the waiting invitations of an address to handles where an account is a member or the owner. */
export async function deleteInvitationsBeside(trx: Transaction<DB>, accountId: number, email: string): Promise<void> {
  await trx
    .deleteFrom('handle_members')
    .where('account_id', 'is', null)
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('handle_id', 'in', (from) =>
      from
        .selectFrom('handle_members')
        .select('handle_id')
        .where('account_id', '=', accountId)
        .union(from.selectFrom('handles').select('id as handle_id').where('account_id', '=', accountId)),
    )
    .execute();
}

export async function setMemberAddress(trx: Transaction<DB>, accountId: number, email: string): Promise<void> {
  await trx.updateTable('handle_members').set({ email }).where('account_id', '=', accountId).execute();
}
