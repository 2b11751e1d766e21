import { type Selectable, sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Queryable } from '../../platform/db/database.ts';

export type PaymentRow = Selectable<DB['payments']> & {
  /** Set if an account other than the payer's has the handle now. */
  transferred_to: string | null;
};

const TEXT = sql<string>`lower(coalesce(payments.handle, '') || ' ' || coalesce(payments.email, '') || ' '
  || coalesce(payments.payer_email, ''))`;

/**
 * Returns payments, newest first, one more than the page has. A search is a part of a handle or an address, or the id
 * of an order.
 */
export async function readPayments(
  db: Queryable,
  { limit, after, search = '' }: { limit: number; after?: string | undefined; search?: string | undefined },
): Promise<PaymentRow[]> {
  const typed = search.trim();
  const term = typed.toLowerCase();
  const containing = `%${term.replace(/[\\%_]/g, '\\$&')}%`;
  return paymentsWithOwner(db)
    .$if(after !== undefined, (query) => query.where('payments.id', '<', Number(after)))
    .$if(typed !== '', (query) =>
      query.where(
        // A search of one or two characters has no parts in the index, so it reads every payment.
        sql<boolean>`(search_parts(${TEXT}) @> search_parts(${term}) and ${TEXT} like ${containing} or order_id = ${typed})`,
      ),
    )
    .orderBy('payments.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Returns a payment by its id. */
export async function readPayment(db: Queryable, id: number): Promise<PaymentRow | undefined> {
  return paymentsWithOwner(db).where('payments.id', '=', id).executeTakeFirst();
}

function paymentsWithOwner(db: Queryable) {
  return db
    .selectFrom('payments')
    .leftJoin('handles', (join) =>
      join
        .onRef('handles.id', '=', 'payments.handle_id')
        .on('handles.account_id', 'is distinct from', sql.ref('payments.account_id')),
    )
    .leftJoin('accounts', 'accounts.id', 'handles.account_id')
    .selectAll('payments')
    .select('accounts.email as transferred_to');
}
