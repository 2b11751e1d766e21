import type { Queryable } from '../../platform/db/database.ts';

/**
 * Returns whether a payment or refund for a handle is under way. An order that nobody has approved is left out, because
 * it is checked again before its capture.
 */
export async function hasOpenPayment(db: Queryable, handleId: number): Promise<boolean> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('handle_id', '=', handleId)
    .where((is) =>
      is.or([
        is('state', 'in', ['pending', 'captured', 'refunding']),
        is.and([is('state', '=', 'created'), is('capture_tried_at', 'is not', null)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
