import { type Selectable, sql } from 'kysely';
import type { ClaimInvitations, DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

export type ClaimInvitation = Selectable<ClaimInvitations>;

export async function findInvitation(db: Queryable, id: number): Promise<ClaimInvitation | undefined> {
  return db.selectFrom('claim_invitations').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks an invitation for the rest of the transaction, so that nobody else can use it. */
export async function lockRow(trx: Transaction<DB>, id: number): Promise<void> {
  await trx.selectFrom('claim_invitations').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

export async function insertInvitation(
  trx: Transaction<DB>,
  invitation: { uses: number; expires_at: Date; handle: string | null; email: string | null },
): Promise<ClaimInvitation> {
  return trx.insertInto('claim_invitations').values(invitation).returningAll().executeTakeFirstOrThrow();
}

/** Uses an invitation once, with one statement, so that two claims cannot both have its last use. */
export async function countUseOf(trx: Transaction<DB>, id: number, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('claim_invitations')
    .set({ used: sql`used + 1` })
    .where('id', '=', id)
    .whereRef('used', '<', 'uses')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
