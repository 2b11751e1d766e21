import { WEEK } from '../../contract/time.ts';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { deleteFailedJobs } from '../platform/jobs/graphile-tables.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import type { EmailOrder } from './shared/email.ts';
import { countEmail, type EmailQuota } from './shared/email-rate-limit.ts';

/** The job that composes and sends an email. Its name is stored in databases. */
export const EMAIL_JOB = 'send-letter';

/**
 * Orders an email in the caller's transaction. Throws `too_many_emails` if the quota of the inbox is used up. Neither the
 * result nor its time shows whether the recipient is known: the email is composed later, when the job runs.
 */
export async function orderEmail<Order extends EmailOrder>(
  trx: Transaction<DB>,
  order: Order,
  now: Date,
  quota: EmailQuota = { kind: 'other' },
): Promise<void> {
  await countEmail(trx, order.to, quota, now);
  await orderUnlimitedEmail(trx, order);
}

/**
 * Orders an email about the security of an account or the state of its mail. Such emails have their own quota, which no
 * other kind can use up. Above the quota, the email is dropped: earlier ones have warned the owner, and the reported
 * action must not fail.
 */
export async function orderWarning<Order extends EmailOrder & { copyTo?: string }>(
  trx: Transaction<DB>,
  order: Order,
  now: Date,
  quota: EmailQuota,
): Promise<void> {
  try {
    await countEmail(trx, order.copyTo ?? order.to, quota, now);
    await orderUnlimitedEmail(trx, order);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'too_many_emails')) throw error;
  }
}

/** Orders an email that counts against no quota, because something else limits it, such as a payment. */
export async function orderUnlimitedEmail<Order extends EmailOrder>(trx: Transaction<DB>, order: Order): Promise<void> {
  await addJob(trx as Queryable, EMAIL_JOB, order);
}

/** Deletes the jobs of emails that could not be sent and were given up a week ago. */
export async function deleteFailedEmails(db: Queryable, now: Date): Promise<void> {
  await deleteFailedJobs(db, EMAIL_JOB, new Date(now.getTime() - WEEK));
}
