import type { Queryable } from '../../platform/db/database.ts';
import { addDelayedJob } from '../../platform/jobs/jobs.ts';
import type { PaymentContext } from '../payment-context.ts';
import { changePayment, type Payment } from '../payment-store.ts';

/** The name of the job that reconciles one payment. */
export const RECONCILE_JOB = 'settle-payment';

/** Schedules a check of a payment in the caller's transaction, and records its time for the sweep in case the job is lost. */
export async function scheduleCheck(
  db: Queryable,
  { clock }: Pick<PaymentContext, 'clock'>,
  payment: Payment,
  seconds: number,
): Promise<Payment> {
  await scheduleReconcile(db, payment.id, seconds);
  return changePayment(db, payment.id, { next_check_at: new Date(clock().getTime() + seconds * 1000) });
}

/** Schedules a check without recording its time; for PayPal's events. */
export async function scheduleReconcile(db: Queryable, paymentId: number, seconds: number): Promise<void> {
  await addDelayedJob(db, RECONCILE_JOB, { payload: { paymentId }, key: `payment-${paymentId}`, seconds });
}
