import type { Queryable } from '../../platform/db/database.ts';

/**
 * Returns whether money for a handle is on its way, to us or back. An order that nobody has approved does not count: it is
 * checked again before its capture.
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
