import type { DeliveryState } from '../../../contract/forwarding/delivery-log.ts';
import type { Queryable } from '../../platform/db/database.ts';

/** States of mail that has not arrived. */
const PROBLEMS: readonly DeliveryState[] = ['queued', 'refused', 'dropped', 'returned'];

/** Returns the latest failed and deferred deliveries to and from a handle that arrived by `until`, newest first. */
export async function deliveryProblems(db: Queryable, handleId: number, until: Date, limit: number) {
  return db
    .selectFrom('flights')
    .select(['received_at', 'direction', 'sender', 'recipient', 'state', 'events'])
    .where('handle_id', '=', handleId)
    .where('state', 'in', PROBLEMS)
    .where('received_at', '<=', until)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
