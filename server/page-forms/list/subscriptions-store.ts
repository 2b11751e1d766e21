import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

/**
 * Stores a request to join a list, or renews a waiting one. Returns its id; null, without a change, if the address has
 * already joined.
 */
export async function requestSubscription(
  trx: Transaction<DB>,
  { handleId, email, wording, at }: { handleId: number; email: string; wording: string; at: Date },
): Promise<string | null> {
  const row = await trx
    .insertInto('page_subscribers')
    .values({ handle_id: handleId, email, email_key: email.toLowerCase(), wording, requested_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['handle_id', 'email_key'])
        .doUpdateSet({ email, wording, requested_at: at })
        .where('page_subscribers.confirmed_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Returns a subscription to a handle whose page is public. */
export async function findSubscription(db: Queryable, id: string) {
  return db
    .selectFrom('page_subscribers as s')
    .innerJoin('handles', 'handles.id', 's.handle_id')
    .select(['s.id', 's.email', 's.wording', 's.requested_at', 's.confirmed_at', 'handles.handle', 'handles.state'])
    .where('s.id', '=', id)
    .executeTakeFirst();
}

/** Confirms a waiting subscription. Returns whether this call did so. */
export async function confirmSubscription(trx: Transaction<DB>, id: string, at: Date): Promise<boolean> {
  const result = await trx
    .updateTable('page_subscribers')
    .set({ confirmed_at: at })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Deletes a subscription; deleting it again changes nothing. */
export async function deleteSubscription(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('page_subscribers').where('id', '=', id).execute();
}
