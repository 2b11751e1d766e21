import type { Queryable } from '../platform/db/database.ts';
import { addDelayedJob } from '../platform/jobs/jobs.ts';
import type { PaymentContext } from './payment-context.ts';
import { changePayment, type Payment } from './payment-store.ts';

/** The name of the job that brings one payment to its end. */
export const RECONCILE_JOB = 'settle-payment';

/** Has a payment looked at in so many seconds, in the caller's transaction. A sweep finds it should the job be lost. */
export async function schedule(
  db: Queryable,
  { clock }: PaymentContext,
  payment: Payment,
  seconds: number,
): Promise<Payment> {
  await scheduleReconcile(db, payment.id, seconds);
  return changePayment(db, payment.id, { next_check_at: new Date(clock().getTime() + seconds * 1000) });
}

/** The same without noting when: for what PayPal tells. */
export async function scheduleReconcile(db: Queryable, paymentId: number, seconds: number): Promise<void> {
  await addDelayedJob(db, RECONCILE_JOB, { payload: { paymentId }, key: `payment-${paymentId}`, seconds });
}
