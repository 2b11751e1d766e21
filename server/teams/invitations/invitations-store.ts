import { sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

/**
 * Selects the invitations to the verified address of an account, including accepted ones. Every query of invitations
 * begins with this condition, so that nobody else can see, accept or decline one.
 */
const invitationsTo = (db: Queryable, accountId: number) =>
  db
    .selectFrom('handle_members')
    .innerJoin('accounts as invited', (join) =>
      join
        .on('invited.id', '=', accountId)
        .on('invited.email_verified_at', 'is not', null)
        .on(sql`lower(invited.email)`, '=', sql`lower(handle_members.email)`),
    );

/** Returns the waiting invitations of an account, latest first. */
export async function findInvitations(db: Queryable, accountId: number, now: Date) {
  return invitationsTo(db, accountId)
    .innerJoin('handles', 'handles.id', 'handle_members.handle_id')
    .innerJoin('accounts as owners', 'owners.id', 'handles.account_id')
    .leftJoin('accounts as inviters', 'inviters.id', 'handle_members.invited_by')
    .select(['handle_members.id', 'handles.handle', 'handle_members.role', 'handle_members.expires_at'])
    .select(({ fn }) => fn.coalesce('inviters.email', 'owners.email').as('invited_by'))
    .where('handle_members.account_id', 'is', null)
    .where('handle_members.expires_at', '>', now)
    .where('handles.state', 'in', ['active', 'resting'])
    .orderBy('handle_members.invited_at', 'desc')
    .orderBy('handle_members.id', 'desc')
    .execute();
}

/** Returns one invitation of an account, whether or not it was accepted or has expired. */
export async function findInvitation(db: Queryable, accountId: number, id: number) {
  return invitationsTo(db, accountId)
    .select([
      'handle_members.id',
      'handle_members.handle_id',
      'handle_members.account_id',
      'handle_members.email',
      'handle_members.expires_at',
    ])
    .where('handle_members.id', '=', id)
    .executeTakeFirst();
}

/** Makes the invited person a member. Lock the handle first. */
export async function join(trx: Transaction<DB>, id: number, accountId: number, now: Date): Promise<void> {
  await trx
    .updateTable('handle_members')
    .set({ account_id: accountId, joined_at: now })
    .where('id', '=', id)
    .where('account_id', 'is', null)
    .execute();
}
