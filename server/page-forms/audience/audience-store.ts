import { sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

export interface SubscriberPage {
  limit: number;
  after?: string | undefined;
  search?: string | undefined;
}

/** Returns the confirmed subscribers of a handle, the newest first, one more than fits on the page. */
export async function confirmedSubscribers(db: Queryable, handleId: number, { limit, after, search }: SubscriberPage) {
  return db
    .selectFrom('page_subscribers')
    .select(['id', 'email', 'wording', 'requested_at'])
    .select(sql<Date>`confirmed_at`.as('confirmed_at'))
    .where('handle_id', '=', handleId)
    .where('confirmed_at', 'is not', null)
    .$if(search !== undefined, (query) =>
      query.where(sql<boolean>`position(${search?.toLowerCase()} in email_key) > 0`),
    )
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(confirmed_at, id) < (select last.confirmed_at, last.id from page_subscribers last
        where last.id = ${after}::uuid and last.handle_id = ${handleId})`),
    )
    .orderBy('confirmed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Counts the confirmed subscribers of a handle. */
export async function countSubscribers(db: Queryable, handleId: number): Promise<number> {
  const { count } = await db
    .selectFrom('page_subscribers')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('handle_id', '=', handleId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes a confirmed subscriber of a handle. Returns whether there was one. */
export async function deleteSubscriber(trx: Transaction<DB>, handleId: number, id: string): Promise<boolean> {
  const result = await trx
    .deleteFrom('page_subscribers')
    .where('handle_id', '=', handleId)
    .where('id', '=', id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
