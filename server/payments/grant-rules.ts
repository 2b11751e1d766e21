import type { DB } from '../../db/schema.ts';
import { accountForAddress } from '../accounts/shared/account-for-address-store.ts';
import { orderUnlimitedEmail } from '../emails/rules.ts';
import { releaseHold } from '../handles/holds-rules.ts';
import { grantPaidHandle, renewHandle } from '../handles/paid-rules.ts';
import type { Transaction } from '../platform/db/database.ts';
import { refund } from './capture-record-rules.ts';
import type { PaymentContext } from './payment-context.ts';
import type { PaymentEmail } from './payment-emails.ts';
import { changePayment, lockPayment, type Payment } from './payment-store.ts';

/**
 * Gives what a captured payment is for, or decides that the money goes back: account, handle, year, receipt and the
 * payment's end in one transaction. Repeating it changes nothing.
 */
export async function grant(desk: PaymentContext, id: number): Promise<Payment> {
  return desk.db.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, id);
    const { handle, email } = payment;
    if (payment.state !== 'captured' || handle === null || email === null) return payment;
    const given = payment.is_renewal
      ? await giveYear(trx, desk, payment)
      : await giveHandle(trx, desk, { ...payment, handle, email });
    if (!given) return refund(trx, desk, payment, payment.is_renewal ? 'not-renewable' : 'handle-gone');
    await releaseHold(trx, payment.reference);
    await orderUnlimitedEmail<PaymentEmail>(trx, {
      kind: 'receipt',
      to: email,
      handle,
      cents: payment.price_cents,
      paidUntil: given.paid_until.toISOString(),
      renewed: payment.is_renewal,
      orderId: payment.order_id ?? '',
    });
    return changePayment(trx, id, { ...given, state: 'granted', granted_at: desk.clock(), problem: null });
  });
}

/** The payment proves no mailbox: the account waits for its owner, who signs in by a mailed link as everybody does. */
async function giveHandle(
  trx: Transaction<DB>,
  { clock }: PaymentContext,
  payment: Payment & { handle: string; email: string },
): Promise<{ handle_id: number; account_id: number; paid_until: Date } | undefined> {
  const account = await accountForAddress(trx, payment.email);
  const claim = {
    handle: payment.handle,
    accountId: account.id,
    cents: payment.price_cents,
    holder: payment.reference,
  };
  const granted = await grantPaidHandle(trx, claim, clock());
  return granted && { handle_id: granted.id, account_id: account.id, paid_until: granted.paidUntil };
}

async function giveYear(
  trx: Transaction<DB>,
  { clock }: PaymentContext,
  payment: Payment,
): Promise<{ paid_until: Date } | undefined> {
  if (payment.handle_id === null) return undefined;
  const paid = { id: payment.handle_id, accountId: payment.account_id, cents: payment.price_cents };
  const renewed = await renewHandle(trx, paid, clock());
  return renewed && { paid_until: renewed.paidUntil };
}
