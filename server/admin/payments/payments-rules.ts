import type { AdminPayment } from '../../../contract/admin.ts';
import { refundPayment } from '../../payments/refund-rules.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { type Actor, noteAct } from '../audit/audit-rules.ts';
import { type PaymentRow, readPayments } from './payments-store.ts';

/** What returning a payment needs. */
export type PaymentContext = Parameters<typeof refundPayment>[0];

/** Payments, newest first, of handles or addresses that begin so; `next` is where the next page begins. */
export async function listPayments(
  db: Queryable,
  wanted: { limit: number; after?: string | undefined; search?: string | undefined },
): Promise<{ payments: AdminPayment[]; next: string | undefined }> {
  const rows = await readPayments(db, wanted);
  const payments = rows.slice(0, wanted.limit).map(wire);
  return { payments, next: rows.length > wanted.limit ? String(payments.at(-1)?.id) : undefined };
}

/** Returns a payment within the days of the guarantee. Throws `payment_unknown` or `refund_too_late`. */
export async function refund(
  desk: PaymentContext,
  { actor, id, reason }: { actor: Actor; id: number; reason: string },
): Promise<AdminPayment> {
  const payment = await refundPayment(desk, id, (trx, before, after) =>
    noteAct(trx, {
      actor,
      act: 'refund',
      target: { kind: 'payment', id, ...(before.order_id !== null && { name: before.order_id }) },
      reason,
      before: { state: before.state },
      after: { state: after.state, cents: after.price_cents },
    }),
  );
  return wire(payment);
}

function wire(row: PaymentRow): AdminPayment {
  return {
    id: row.id,
    state: row.state,
    plan: row.plan,
    price: row.price_cents / 100,
    handle: row.handle,
    email: row.email,
    isRenewal: row.is_renewal,
    orderId: row.order_id,
    createdAt: row.created_at.toISOString(),
    capturedAt: row.captured_at?.toISOString() ?? null,
    refundedAt: row.refunded_at?.toISOString() ?? null,
    refundReason: row.refund_reason,
    problem: row.problem,
  };
}
