import type { AdminPayment } from '../../../contract/admin/payments.ts';
import { refundPayment } from '../../payments/refund-rules.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { type ListedPage, pageOf } from '../../platform/http/paging.ts';
import { type Actor, recordAction } from '../audit/audit-store.ts';
import { type PaymentRow, readPayment, readPayments } from './payments-store.ts';

/** Dependencies of a refund. */
export type PaymentContext = Parameters<typeof refundPayment>[0];

/** Lists payments, newest first, optionally by a part of the handle or of an address. */
export async function listPayments(
  db: Queryable,
  query: { limit: number; after?: string | undefined; search?: string | undefined },
): Promise<ListedPage<AdminPayment>> {
  return pageOf(await readPayments(db, query), query.limit, toResponse);
}

/** Refunds a payment within the guarantee period. Throws `payment_unknown`, `refund_too_late` or `refund_after_transfer`. */
export async function refund(
  context: PaymentContext,
  { actor, id, reason }: { actor: Actor; id: number; reason: string },
): Promise<AdminPayment> {
  const returned = await refundPayment(context, id, (trx, before, after) =>
    recordAction(trx, {
      actor,
      act: 'refund',
      target: { kind: 'payment', id, ...(before.order_id !== null && { name: before.order_id }) },
      reason,
      before: { state: before.state },
      after: { state: after.state, cents: after.price_cents },
    }),
  ).catch(async (error) => {
    throw error instanceof ApiError && error.code === 'refund_after_transfer'
      ? await afterTransfer(context.db, id)
      : error;
  });
  return toResponse((await readPayment(context.db, id)) ?? { ...returned, transferred_to: null });
}

/** Returns the error that names the payer and the current owner of the handle. Only administrators may see both. */
async function afterTransfer(db: Queryable, id: number): Promise<ApiError> {
  const { handle, email, payer_email, transferred_to, order_id } = (await readPayment(db, id)) ?? {};
  const message = `${email ?? payer_email} paid for ${handle}, and ${transferred_to ?? 'another account'} owns it now and has the year, so it is not refunded here. To return the money all the same, refund order ${order_id} at PayPal: the owner keeps the handle, and its year ends.`;
  return new ApiError('refund_after_transfer', { message });
}

function toResponse(row: PaymentRow): AdminPayment {
  return {
    id: row.id,
    state: row.state,
    plan: row.plan,
    price: row.price_cents / 100,
    handle: row.handle,
    email: row.email,
    payerEmail: row.payer_email,
    transferredTo: row.transferred_to,
    isRenewal: row.is_renewal,
    orderId: row.order_id,
    createdAt: row.created_at.toISOString(),
    capturedAt: row.captured_at?.toISOString() ?? null,
    refundedAt: row.refunded_at?.toISOString() ?? null,
    refundReason: row.refund_reason,
    problem: row.problem,
  };
}
