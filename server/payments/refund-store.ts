import type { Queryable } from '../platform/db/database.ts';

/** Returns the handles of an account whose paid time has not ended, earliest end first. */
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
