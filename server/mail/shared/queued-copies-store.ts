import type { Queryable } from '../../platform/db/database.ts';

/** Returns the copies of these deliveries that wait in the queue. A delivery to several inboxes is a group of copies. */
export async function queuedCopiesOf(db: Queryable, deliveryIds: string[]) {
  if (deliveryIds.length === 0) return [];
  return db
    .selectFrom('mail_recipients')
    .select(['id', 'group_id', 'member_id', 'attempts', 'next_try_at', 'held', 'last_words'])
    .where((is) => is.or([is('id', 'in', deliveryIds), is('group_id', 'in', deliveryIds)]))
    .orderBy('id')
    .execute();
}
