import type { DeliveryStep, Recorder } from '../host/recorder.ts';
import type { AuthenticationResult, Author } from '../message/authentication-result.ts';
import { decodeEncodedWords, subjectOf } from '../message/mailbox.ts';
import type { Message } from '../message/message.ts';
import type { Transaction } from '../transaction.ts';
import { type DeliveryRef, type ExpandedRecipients, expandRecipients, oncePerDelivery } from './expand-recipients.ts';

/** A received message and its state between the stages. */
export interface Job {
  message: Message;
  transaction: Transaction;
  author: Author;
  plan: ExpandedRecipients;
  /** The deliveries that are recorded. */
  deliveries: DeliveryRef[];
  /** Attempts that continue after our reply and are still reading the message. */
  pending: Promise<unknown>[];
}

/** A job whose author and sender have been checked. */
export interface AuthenticatedJob extends Job {
  authentication: AuthenticationResult;
}

/** Plans the copies of a message. */
export function planJob(message: Message, transaction: Transaction, author: Author): Job {
  const plan = expandRecipients(transaction, author);
  const deliveries = oncePerDelivery([...plan.copies, ...plan.blocked, ...plan.dropped]);
  return { message, transaction, author, plan, deliveries, pending: [] };
}

/** Records the arrival of a message in the delivery log of each recipient. */
export function recordReceived(
  recorder: Recorder,
  { message: { head, body }, transaction, author, deliveries }: Job,
): void {
  if (deliveries.length === 0) return;
  const received = {
    step: 'received',
    sender: transaction.from,
    author: decodeEncodedWords(author.value),
    subject: subjectOf(head),
    client: transaction.client.address,
    size: body.size,
  } as const;
  for (const { id, key, recipient } of deliveries) recorder.record(id, { ...received, key, recipient });
}

/** Records one step of several deliveries. */
export function note(recorder: Recorder, deliveries: DeliveryRef[], step: DeliveryStep): void {
  for (const { id } of deliveries) recorder.record(id, step);
}
