import { sql } from 'kysely';
import type { DeliveryPage } from '../../contract/delivery-log.ts';
import type { Queryable } from '../platform/db/database.ts';

/** A part of a text, for LIKE. */
const anywhere = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** A handle's flights, newest first; one more than the page holds. None where `after` is not one of them. */
export async function deliveriesOf(db: Queryable, handleId: number, page: DeliveryPage) {
  const { after, search, state } = page;
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
    .$if(search !== undefined && search !== '', (query) =>
      query.where((is) =>
        is.or(
          (['sender', 'author', 'recipient'] as const).map((column) => is(column, 'ilike', anywhere(search ?? ''))),
        ),
      ),
    )
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

/** All flights of an account's handles, oldest first. */
export async function deliveriesOfAccount(db: Queryable, accountId: number) {
  return db
    .selectFrom('flights')
    .selectAll()
    .where('handle_id', 'in', (ids) =>
      ids.selectFrom('handles').select('handles.id').where('account_id', '=', accountId),
    )
    .orderBy('received_at')
    .orderBy('id')
    .execute();
}

export async function deliveryOf(db: Queryable, handleId: number, id: string) {
  return db.selectFrom('flights').selectAll().where('handle_id', '=', handleId).where('id', '=', id).executeTakeFirst();
}

export type StoredDelivery = NonNullable<Awaited<ReturnType<typeof deliveryOf>>>;

/** Deletes flights that were received before this moment, so many at most; answers how many. */
export async function deleteDeliveriesBefore(db: Queryable, moment: Date, most: number): Promise<number> {
  const result = await db
    .deleteFrom('flights')
    .where('id', 'in', (ids) =>
      ids.selectFrom('flights').select('id').where('received_at', '<', moment).orderBy('received_at').limit(most),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Deletes alarms that were not raised again since this moment. */
export async function deleteAlarmsBefore(db: Queryable, moment: Date): Promise<void> {
  await db.deleteFrom('mail_alarms').where('last_at', '<', moment).execute();
}
