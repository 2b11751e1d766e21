import type { Queryable } from '../platform/db/database.ts';

export interface PaypalEvent {
  id: string;
  paymentId: number;
  type: string;
  captureId: string | undefined;
  captureStatus: string | undefined;
}

/** Records an event. Returns false if it is already recorded. */
export async function insertEvent(db: Queryable, event: PaypalEvent, now: Date): Promise<boolean> {
  const result = await db
    .insertInto('paypal_events')
    .values({
      id: event.id,
      payment_id: event.paymentId,
      type: event.type,
      capture_id: event.captureId ?? null,
      capture_status: event.captureStatus ?? null,
      received_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Returns the states of a capture that events have reported. */
export async function eventStatuses(db: Queryable, captureId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('paypal_events')
    .select('capture_status')
    .where('capture_id', '=', captureId)
    .where('capture_status', 'is not', null)
    .execute();
  return rows.flatMap(({ capture_status: status }) => status ?? []);
}
