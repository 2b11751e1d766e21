import { type Selectable, sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Queryable } from '../../platform/db/database.ts';

export type PaymentRow = Selectable<DB['payments']>;

/** Payments, newest first; one more than the page has. A search is a prefix of a handle or an address, or the id of an order. */
export async function readPayments(
  db: Queryable,
  { limit, after, search = '' }: { limit: number; after?: string | undefined; search?: string | undefined },
): Promise<PaymentRow[]> {
  const typed = search.trim();
  const from = typed.toLowerCase();
  // The upper bound of texts with this prefix under collation "C".
  const to = `${from}\u{10ffff}`;
  return db
    .selectFrom('payments')
    .selectAll()
    .$if(after !== undefined, (query) => query.where('id', '<', Number(after)))
    .$if(typed !== '', (query) =>
      query.where(
        sql<boolean>`(handle collate "C" >= ${from} and handle collate "C" < ${to}
          or lower(email) collate "C" >= ${from} and lower(email) collate "C" < ${to} or order_id = ${typed})`,
      ),
    )
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}
