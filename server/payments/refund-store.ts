import type { Queryable } from '../platform/db/database.ts';

/** Returns the payments of an account for handles that it still owns, which were captured since this moment. */
export async function refundablePayments(db: Queryable, accountId: number, since: Date) {
  return db
    .selectFrom('payments')
    .innerJoin('handles', 'handles.id', 'payments.handle_id')
    .select(['payments.id', 'payments.handle_id', 'payments.price_cents'])
    .where('payments.account_id', '=', accountId)
    .where('handles.account_id', '=', accountId)
    .where('payments.state', '=', 'granted')
    .where('payments.captured_at', '>=', since)
    .where('payments.price_cents', '>', 0)
    .orderBy('payments.id')
    .execute();
}

/** Returns the handles of an account whose paid time ends after this moment, the earliest end first. */
export async function paidHandlesOfAccount(db: Queryable, accountId: number, now: Date) {
  return db
    .selectFrom('handles')
    .select(['id', 'handle'])
    .select((is) => is.ref('paid_until').$castTo<Date>().as('paid_until'))
    .where('account_id', '=', accountId)
    .where('paid_until', '>', now)
    .orderBy('paid_until')
    .orderBy('handle')
    .execute();
}
