import { type Selectable, sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Queryable } from '../../platform/db/database.ts';

export type PaymentRow = Selectable<DB['payments']>;

const TEXT = sql<string>`lower(coalesce(handle, '') || ' ' || coalesce(email, '') || ' ' || coalesce(payer_email, ''))`;

/** Payments, newest first; one more than the page has. A search is a part of a handle or an address, or the id of an order. */
export async function readPayments(
  db: Queryable,
  { limit, after, search = '' }: { limit: number; after?: string | undefined; search?: string | undefined },
): Promise<PaymentRow[]> {
  const typed = search.trim();
  const term = typed.toLowerCase();
  const containing = `%${term.replace(/[\\%_]/g, '\\$&')}%`;
  return db
    .selectFrom('payments')
    .selectAll()
    .$if(after !== undefined, (query) => query.where('id', '<', Number(after)))
    .$if(typed !== '', (query) =>
      query.where(
        // A search of one or two characters has no parts in the index: every payment is looked at.
        sql<boolean>`(search_parts(${TEXT}) @> search_parts(${term}) and ${TEXT} like ${containing} or order_id = ${typed})`,
      ),
    )
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}
