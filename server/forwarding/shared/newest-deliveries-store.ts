import type { Queryable } from '../../platform/db/database.ts';

/** Returns the ids of the newest deliveries from a sender to a handle. */
export async function newestDeliveriesFrom(
  db: Queryable,
  handleId: number,
  sender: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('flights')
    .select('id')
    .where('handle_id', '=', handleId)
    .where('sender', '=', sender)
    .where('direction', '=', 'received')
    .orderBy('received_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
