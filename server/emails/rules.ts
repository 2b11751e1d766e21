import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { countEmail, type Share } from './email-rate-limit.ts';
import type { ForwardingNotice } from './forwarding-notice.ts';
import type { PaymentEmail, RefundReason as Reason } from './payment-templates.ts';
import { deleteEmailJobs, deleteFailedEmailJobs } from './store.ts';

/** What the sender of a letter knows; the letter itself, with its fresh link, is written when it is sent. */
export type EmailOrder =
  | { kind: 'sign-in'; to: string }
  | { kind: 'claim'; to: string; handle: string }
  /** `takesOver`: it is the second inbox of the handle. */
  | { kind: 'verify-forwarding'; to: string; handle: string; forwardingId: number; takesOver?: true }
  | { kind: 'delete-account'; to: string }
  | ForwardingNotice
  | LimitEmail
  | PaymentEmail;

/** Tells an owner that more mail came for a handle than is forwarded in an hour. */
export interface LimitEmail {
  kind: 'mail-limit';
  to: string;
  handle: string;
  limit: number;
}

const WEEK = 7 * 24 * 3_600_000;

/** The name of the job that writes and sends a letter. */
export const EMAIL_JOB = 'send-letter';

/**
 * Orders a letter within the caller's transaction. Throws `too_many_letters` when its share of the inbox is used up. Neither
 * the answer nor its time depends on whether the recipient is known: that is looked up when the letter is written. A sign-in
 * letter counts against the share of `device`, a browser known to the account, where one is given.
 */
export async function orderEmail(trx: Transaction<DB>, order: EmailOrder, now: Date, device?: string): Promise<void> {
  await countEmail(trx, order.to, shareOf(order, device), now);
  await addJob(trx as Queryable, EMAIL_JOB, order);
}

function shareOf({ kind }: EmailOrder, device: string | undefined): Share {
  if (kind !== 'sign-in') return { kind: 'other' };
  return device === undefined ? { kind: 'sign-in' } : { kind: 'device', device };
}

/** Counts a mail that the caller sends itself against the cap of its recipient. Throws `too_many_letters`. */
export async function limitEmail(trx: Transaction<DB>, to: string, now: Date): Promise<void> {
  await countEmail(trx, to, { kind: 'other' }, now);
}

/** Why a payment is returned. */
export type RefundReason = Reason;

/** Posts a letter about money in the caller's transaction. It counts against no cap: nobody gets one without a payment. */
export async function orderPaymentEmail(trx: Transaction<DB>, letter: PaymentEmail): Promise<void> {
  await addJob(trx as Queryable, EMAIL_JOB, letter);
}

/**
 * Posts a notice about a changed forwarding address in the transaction that changes it. It counts against no share: nobody
 * gets one without a change that an inbox had to confirm before, and one that could be used up would be suppressed first.
 */
export async function orderForwardingNotice(trx: Transaction<DB>, notice: ForwardingNotice): Promise<void> {
  await addJob(trx as Queryable, EMAIL_JOB, notice);
}

/** Posts the email about the hourly limit in the caller's transaction. It counts against no cap: there is one a day. */
export async function orderLimitEmail(trx: Transaction<DB>, email: Omit<LimitEmail, 'kind'>): Promise<void> {
  await addJob(trx as Queryable, EMAIL_JOB, { kind: 'mail-limit', ...email } satisfies EmailOrder);
}

/** Takes back letters to an owner of an account, and those that ask for a word on these forwardings. Running ones finish. */
export async function cancelEmails(
  trx: Transaction<DB>,
  { email, forwardingIds }: { email: string; forwardingIds: number[] },
): Promise<void> {
  await deleteEmailJobs(trx, email, forwardingIds);
}

/** Forgets letters that could not be sent: nobody waits for them any more. */
export async function deleteFailedEmails(db: Queryable, now: Date): Promise<void> {
  await deleteFailedEmailJobs(db, new Date(now.getTime() - WEEK));
}
