import type { DB } from '../../../db/schema.ts';
import { accountForAddress } from '../../accounts/shared/account-for-address-store.ts';
import { orderUnlimitedEmail } from '../../emails/rules.ts';
import { grantPaidHandle, renewHandle } from '../../handles/paid-rules.ts';
import { releaseHold } from '../../handles/shared/holds-store.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { refund } from '../capture/capture-record-rules.ts';
import type { PaymentContext } from '../payment-context.ts';
import type { PaymentEmail, RefundReason } from '../payment-emails.ts';
import { changePayment, lockPayment, type Payment } from '../payment-store.ts';

/** The reason for which a payment is refunded instead. */
interface Refused {
  refused: RefundReason;
}

/**
 * Grants what a captured payment is for, or decides on a refund. Account, handle, year, receipt and the end of the
 * payment are written in one transaction. Idempotent.
 */
export async function grant(context: PaymentContext, id: number): Promise<Payment> {
  return context.db.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, id);
    const { handle, email } = payment;
    if (payment.state !== 'captured' || handle === null || email === null) return payment;
    const granted = payment.is_renewal
      ? await grantYear(trx, context, payment)
      : await grantHandle(trx, context, { ...payment, handle, email });
    if ('refused' in granted) return refund(trx, context, payment, granted.refused);
    await releaseHold(trx, payment.reference);
    await orderUnlimitedEmail<PaymentEmail>(trx, {
      kind: 'receipt',
      to: email,
      handle,
      cents: payment.price_cents,
      paidAt: context.clock().toISOString(),
      paidUntil: granted.paid_until.toISOString(),
      renewed: payment.is_renewal,
      orderId: payment.order_id ?? '',
    });
    return changePayment(trx, id, { ...granted, state: 'granted', granted_at: context.clock(), problem: null });
  });
}

/**
 * Grants a paid handle. The payment does not prove that the payer has the mailbox, so the owner of the account signs in
 * with an emailed link.
 */
async function grantHandle(
  trx: Transaction<DB>,
  { clock }: PaymentContext,
  payment: Payment & { handle: string; email: string },
): Promise<{ handle_id: number; account_id: number; paid_until: Date } | Refused> {
  const account = await accountForAddress(trx, payment.email, clock());
  const claim = {
    handle: payment.handle,
    accountId: account.id,
    email: payment.email,
    cents: payment.price_cents,
    holder: payment.reference,
    invitation: payment.claim_invitation_id ?? undefined,
  };
  const granted = await grantPaidHandle(trx, claim, clock());
  if ('refused' in granted) return granted;
  return { handle_id: granted.id, account_id: account.id, paid_until: granted.paidUntil };
}

async function grantYear(
  trx: Transaction<DB>,
  { clock }: PaymentContext,
  payment: Payment,
): Promise<{ paid_until: Date } | Refused> {
  if (payment.handle_id === null) return { refused: 'not-renewable' };
  const paid = { id: payment.handle_id, accountId: payment.account_id, cents: payment.price_cents };
  const renewed = await renewHandle(trx, paid, clock());
  return renewed ? { paid_until: renewed.paidUntil } : { refused: 'not-renewable' };
}
