import type { Queryable } from '../../platform/db/database.ts';

/**
 * Returns up to 500 active handles with an owner whose year ends by this time, in the order of their ids, beginning
 * after an id.
 */
export async function activeHandlesEndingBy(
  db: Queryable,
  by: Date,
  after: number,
): Promise<{ id: number; handle: string }[]> {
  return db
    .selectFrom('handles')
    .select(['id', 'handle'])
    .where('state', '=', 'active')
    .where('account_id', 'is not', null)
    .where('paid_until', '<=', by)
    .where('id', '>', after)
    .orderBy('id')
    .limit(500)
    .execute();
}

/** Records a reminder. Returns false if another process has recorded it first. */
export async function recordReminder(db: Queryable, id: number, days: number): Promise<boolean> {
  const result = await db
    .updateTable('handles')
    .set({ reminded_days: days })
    .where('id', '=', id)
    .where((is) => is.or([is('reminded_days', 'is', null), is('reminded_days', '>', days)]))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
