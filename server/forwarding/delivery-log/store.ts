import { sql } from 'kysely';
import type { DeliveryPage } from '../../../contract/forwarding/delivery-log.ts';
import type { Queryable } from '../../platform/db/database.ts';

/** Returns the LIKE pattern for a text anywhere in a column. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** The part of a list to read. */
export type ListedPart = Pick<DeliveryPage, 'limit' | 'after' | 'search'> & Partial<DeliveryPage>;

/**
 * Returns deliveries of a handle, newest first, one more than fits on the page. Returns an empty list if `after` is not
 * one of them.
 */
export async function deliveriesOf(db: Queryable, handleId: number, page: ListedPart) {
  const { after, search, state, direction } = page;
  return db
    .selectFrom('flights')
    .selectAll()
    .where('handle_id', '=', handleId)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(received_at, id) < (select received_at, id from flights where id = ${after} and handle_id = ${handleId})`,
      ),
    )
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
    .$if(direction !== undefined, (query) => query.where('direction', '=', direction ?? ''))
    .$if(search !== undefined && search !== '', (query) =>
      query.where((is) =>
        is.or(
          (['sender', 'author', 'recipient'] as const).map((column) => is(column, 'ilike', containing(search ?? ''))),
        ),
      ),
    )
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

export async function deliveryOf(db: Queryable, handleId: number, id: string) {
  return db.selectFrom('flights').selectAll().where('handle_id', '=', handleId).where('id', '=', id).executeTakeFirst();
}

/** Returns the deliveries with these ids, of every handle, in the order of their ids. */
export async function deliveriesById(db: Queryable, ids: string[]) {
  return db.selectFrom('flights').selectAll().where('id', 'in', ids).orderBy('id').execute();
}

export type StoredDelivery = NonNullable<Awaited<ReturnType<typeof deliveryOf>>>;

/** Creates the partitions of the next weeks, and drops those with a delivery of at least this age. */
export async function maintainDeliveryPartitions(db: Queryable, now: Date, keptDays: number): Promise<void> {
  await sql`select maintain_delivery_partitions(${now.toISOString().slice(0, 10)}::date, ${keptDays})`.execute(db);
}
