import type { Queryable } from '../../platform/db/database.ts';

/** Returns the recipient of a message that the handle sent; null if the delivery log does not have it. */
export async function sentRecipient(db: Queryable, handle: string, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('flights')
    .innerJoin('handles', 'handles.id', 'flights.handle_id')
    .select('flights.recipient')
    .where('flights.id', '=', id)
    .where('flights.direction', '=', 'sent')
    .where('handles.handle', '=', handle)
    .executeTakeFirst();
  return row?.recipient ?? null;
}
