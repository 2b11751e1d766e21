import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

/** A page of a list; `after` is the id of the last entry of the page before. */
export interface Page {
  limit: number;
  after?: string | undefined;
}

/** Returns the invitations of administrators, newest first, one more than the page holds. Approved claims have others. */
export async function readInvitations(db: Queryable, { limit, after }: Page) {
  return db
    .selectFrom('claim_invitations')
    .selectAll()
    .where('email', 'is', null)
    .$if(after !== undefined, (query) => query.where('id', '<', idOf(after)))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Deletes an invitation and returns it; undefined if it does not exist. */
export async function deleteInvitation(trx: Transaction<DB>, id: number) {
  return trx
    .deleteFrom('claim_invitations')
    .where('id', '=', id)
    .where('email', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Returns the waiting claims, oldest first, one more than the page holds. */
export async function readWaitingClaims(db: Queryable, { limit, after }: Page) {
  return db
    .selectFrom('waiting_claims')
    .select(['id', 'handle', 'email', 'created_at'])
    .$if(after !== undefined, (query) => query.where('id', '>', idOf(after)))
    .orderBy('id')
    .limit(limit + 1)
    .execute();
}

/** Returns the id in a cursor, which may have more digits than an id. */
function idOf(after: string | undefined): number {
  return Math.min(Number(after), 2 ** 31 - 1);
}
