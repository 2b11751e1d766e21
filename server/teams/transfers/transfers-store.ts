import { sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

/** Returns the offer of a handle, which may have expired. */
export async function findOfferOf(db: Queryable, handleId: number) {
  return db.selectFrom('handle_transfers').selectAll().where('handle_id', '=', handleId).executeTakeFirst();
}

/** Stores the offer of a handle, in place of an expired one. */
export async function saveOffer(
  trx: Transaction<DB>,
  offer: { handleId: number; email: string; offeredBy: number; now: Date; expiresAt: Date },
) {
  await deleteOfferOf(trx, offer.handleId);
  return trx
    .insertInto('handle_transfers')
    .values({
      handle_id: offer.handleId,
      email: offer.email,
      offered_by: offer.offeredBy,
      created_at: offer.now,
      expires_at: offer.expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes the offer of a handle and returns its address; undefined if the handle was not offered. */
export async function deleteOfferOf(trx: Transaction<DB>, handleId: number): Promise<{ email: string } | undefined> {
  return trx.deleteFrom('handle_transfers').where('handle_id', '=', handleId).returning('email').executeTakeFirst();
}

/** Deletes the offers that an account has made since a point in time, and returns their handles. */
export async function deleteOffersSince(trx: Transaction<DB>, accountId: number, since: Date): Promise<string[]> {
  const rows = await trx
    .deleteFrom('handle_transfers')
    .using('handles')
    .whereRef('handles.id', '=', 'handle_transfers.handle_id')
    .where('offered_by', '=', accountId)
    .where('handle_transfers.created_at', '>=', since)
    .returning('handles.handle')
    .execute();
  return rows.map(({ handle }) => handle);
}

/** Selects the offers to the verified address of an account. Every query of offered handles begins with this condition. */
const offersOf = (db: Queryable, accountId: number) =>
  db
    .selectFrom('handle_transfers')
    .innerJoin('handles', 'handles.id', 'handle_transfers.handle_id')
    .innerJoin('accounts as owners', 'owners.id', 'handle_transfers.offered_by')
    .innerJoin('accounts as receivers', (join) =>
      join
        .on('receivers.id', '=', accountId)
        .on('receivers.email_verified_at', 'is not', null)
        .on(sql`lower(receivers.email)`, '=', sql`lower(handle_transfers.email)`),
    )
    .whereRef('handles.account_id', '=', 'handle_transfers.offered_by')
    .select([
      'handle_transfers.id',
      'handle_transfers.handle_id',
      'handle_transfers.offered_by',
      'handle_transfers.email',
      'handle_transfers.expires_at',
      'handles.handle',
      'handles.state',
      'handles.paid_until',
      'handles.first_paid_at',
      'owners.email as owner_email',
    ]);

/** Returns the handles that are offered to an account, latest offer first. */
export async function findOffersTo(db: Queryable, accountId: number, now: Date) {
  return offersOf(db, accountId)
    .where('handle_transfers.expires_at', '>', now)
    .orderBy('handle_transfers.created_at', 'desc')
    .orderBy('handle_transfers.id', 'desc')
    .execute();
}

/** Returns one offer to an account, which may have expired. */
export async function findOfferTo(db: Queryable, accountId: number, id: number) {
  return offersOf(db, accountId).where('handle_transfers.id', '=', id).executeTakeFirst();
}

/** Locks two accounts in the order of their ids and returns those that are open, with their limits of free handles. */
export async function lockOpenAccounts(trx: Transaction<DB>, ids: number[]) {
  return trx
    .selectFrom('accounts')
    .select(['id', 'email', 'free_handle_limit'])
    .where('id', 'in', ids)
    .where('closed_at', 'is', null)
    .where('suspended_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}
