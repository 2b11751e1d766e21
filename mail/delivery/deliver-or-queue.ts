import { failureNotice } from '../bounces/failure-notice.ts';
import { failedOutcome, recordFailedInbox } from '../dsn/failed-copy.ts';
import { acceptedText, publicCode, replyText } from '../dsn/reply-texts.ts';
import type { Inbox } from '../host/directory.ts';
import { OutcomeUnknown } from '../host/queue-store.ts';
import type { MailHost } from '../host.ts';
import type { AuthenticationVerdicts } from '../message/authentication-result.ts';
import type { Body } from '../message/body.ts';
import type { DeliveryResult } from '../message/delivery-result.ts';
import type { OutgoingMessage } from '../message/outgoing-message.ts';
import type { Enqueued, Outcome, QueuedRecipient } from '../message/queued-message.ts';
import { AbortConnection, SmtpReplyError } from '../message/smtp-reply-error.ts';
import { isStorageFull, STORAGE_FULL } from '../message/storage-full.ts';
import type { Settings } from '../options.ts';
import { retryAfter, retryUntried } from '../queue/retry-schedule.ts';
import type { Transaction } from '../transaction.ts';
import { recordAttempt } from './record-attempt.ts';
import { startTimedAttempt, type TimedAttempt } from './timed-attempt.ts';
import { LEASE_SECONDS, settleWhenConfirmed } from './unconfirmed-delivery.ts';

/** One copy of a message on its way to one destination. */
export interface RecipientCopy {
  message: OutgoingMessage;
  /**
   * The id under which the delivery is recorded; it differs from the id of the copy if the recipient has several
   * copies.
   */
  delivery: string;
  recipient: string;
  key: string;
  inbox: Inbox;
  /**
   * The content shared with other copies, without the fields added to each. Copies that share it are stored as one
   * message with this id.
   */
  shared: { id: string; body: Body };
}

/** A rewritten message with its copies. */
export interface ReadyMessage {
  transaction: Transaction;
  verdicts: AuthenticationVerdicts;
  /** The original header, shown in failure notices. */
  head: Buffer;
  copies: RecipientCopy[];
  /** Called with an attempt that continues after our reply and is still reading the message. */
  onPending(attempt: Promise<unknown>): void;
}

/** Delivers or queues messages. Resolves with the text of the 250 reply; rejects with SmtpReplyError or AbortConnection. */
export interface Dispatcher {
  /**
   * Attempts every copy while the sender waits. A deferred copy is queued if the sender is authenticated or another copy was
   * delivered; otherwise the sender gets a temporary rejection.
   */
  deliverNow(dispatch: ReadyMessage): Promise<string>;
  /** Commits queue items and returns their leases. */
  store(items: Enqueued[]): Promise<string[]>;
  /** Commits every copy and `notices` in one transaction; the queue delivers them. */
  enqueueAll(dispatch: ReadyMessage, notices: Enqueued[]): Promise<string>;
}

interface TriedCopy {
  copy: RecipientCopy;
  /** Absent if the copy waits because its inbox has reached its hourly limit. */
  attempt?: TimedAttempt;
  result: DeliveryResult | 'in doubt';
}

/** A copy to be stored, with the seconds until its first attempt and the seconds of its lease. */
interface WaitingCopy {
  copy: RecipientCopy;
  after: number;
  lease: number;
  isServed: boolean;
  /** The reply to an attempt while the sender waited. */
  lastResult?: string;
  /** Its delivery is unconfirmed. */
  attempt?: TimedAttempt | undefined;
}

const FULL_TEXT = 'This inbox has received as much mail in an hour as we forward to one inbox';
const FULL = { kind: 'deferred', code: 0, enhanced: '4.7.1', text: FULL_TEXT, untried: true } as const;

export function createDispatcher(host: MailHost, settings: Settings): Dispatcher {
  const { queue, transport, recorder, log } = host;

  return {
    store,

    async deliverNow(dispatch) {
      const { transaction, copies, verdicts } = dispatch;
      const outcomes = await Promise.all(copies.map((copy) => tryNow(copy, dispatch)));
      const ended = outcomes.flatMap(({ result }) => (result === 'in doubt' ? [] : [result]));
      const failed = ended.filter((result) => result.kind !== 'delivered');
      const [first] = failed;
      if (first && failed.length === copies.length) {
        const deferred = failed.filter(({ kind }) => kind === 'deferred');
        if (deferred.length === 0) throw rejectionFor(first);
        if (!verdicts.authenticated) throw rejectionFor(deferred.find((result) => result !== FULL) ?? FULL);
        // A client that disconnects before our reply will retry, so queueing now would deliver twice.
        if (transaction.isGone()) throw new AbortConnection();
      }
      await storeRest(dispatch, outcomes);
      return acceptedText(transaction.id);
    },

    async enqueueAll(dispatch, notices) {
      const { copies, transaction } = dispatch;
      const waiting = copies.map((copy) => ({ copy, after: firstAttempt(copy, 0), lease: 0, isServed: false }));
      await store([...notices, ...queueItems(dispatch, waiting).items]);
      for (const one of waiting) recordQueued(one);
      return acceptedText(transaction.id);
    },
  };

  async function tryNow(copy: RecipientCopy, dispatch: ReadyMessage): Promise<TriedCopy> {
    if (copy.inbox.isFull) return { copy, result: FULL };
    const attempt = startTimedAttempt(transport, copy.message);
    const result = await attempt.within(settings.budget);
    if (result === 'in doubt') dispatch.onPending(attempt.result);
    else recordAttempt(host, recordOf(copy), result, 'delivery attempted in session');
    return { copy, attempt, result };
  }

  /**
   * Queues deferred copies, and queues unconfirmed copies with a lease that this process renews until the reply
   * arrives.
   */
  async function storeRest(dispatch: ReadyMessage, outcomes: TriedCopy[]): Promise<void> {
    const later = retryAfter(1, Math.random());
    const isDelivered = ({ result }: TriedCopy) => result !== 'in doubt' && result.kind === 'delivered';
    const served = new Set(outcomes.filter(isDelivered).map(({ copy }) => copy.delivery));
    const rest = outcomes.flatMap(({ copy, result, attempt }): WaitingCopy[] => {
      const isServed = served.has(copy.delivery);
      if (result === 'in doubt') return [{ copy, after: 0, lease: LEASE_SECONDS, isServed, attempt }];
      if (result.kind !== 'deferred') return [];
      const tried = result.untried ? {} : { lastResult: result.text };
      return [{ copy, after: firstAttempt(copy, later), lease: 0, isServed, ...tried }];
    });
    const { items, stored } = queueItems(dispatch, rest);
    const [only] = outcomes;
    const leases = await store(items).catch((failure) =>
      only?.attempt && outcomes.length === 1 && only.result === 'in doubt'
        ? awaitResult(only.copy, only.attempt, failure)
        : Promise.reject(failure),
    );
    recordRefused(outcomes);
    stored.forEach((waiting, at) => {
      const { copy, attempt } = waiting;
      const lease = leases[at];
      if (!attempt) recordQueued(waiting);
      if (!attempt || !lease) return;
      const claim = { id: copy.message.id, lease };
      const ended = (result: DeliveryResult) => outcomeOf(result, copy, dispatch);
      void settleWhenConfirmed(queue, claim, attempt.result, ended, log);
    });
  }

  /** Waits for the destination's reply to the final dot, which decides because storing failed. */
  async function awaitResult(copy: RecipientCopy, attempt: TimedAttempt, failure: unknown): Promise<string[]> {
    const result = await attempt.result;
    recordAttempt(host, recordOf(copy), result, 'delivery attempted in session');
    if (result.kind === 'delivered') return [];
    throw result.kind === 'refused' ? rejectionFor(result) : failure;
  }

  /** Records the refused copies of a message for which the sender gets 250 because of other copies. */
  function recordRefused(outcomes: TriedCopy[]): void {
    for (const [delivery, copies] of Map.groupBy(outcomes, ({ copy }) => copy.delivery)) {
      const refused = copies.flatMap(({ copy: { inbox }, result }) =>
        result !== 'in doubt' && result.kind === 'refused' ? [{ inbox, enhanced: publicCode(result.enhanced) }] : [],
      );
      if (copies.length > 1) {
        for (const { inbox, enhanced } of refused) {
          recordFailedInbox(recorder, delivery, inbox.id ?? undefined, enhanced);
        }
      }
      const [first] = refused;
      if (!first || refused.length < copies.length) continue;
      const { enhanced } = first;
      recorder.record(delivery, { step: 'returned', toSender: false, enhanced, text: replyText(enhanced) });
    }
  }

  function recordQueued({ copy, after }: Pick<WaitingCopy, 'copy' | 'after'>): void {
    const { id } = copy.inbox;
    const note = copy.inbox.isFull ? FULL_TEXT : undefined;
    recorder.record(copy.delivery, { step: 'queued', after, ...(id !== null && { inbox: id }), ...(note && { note }) });
  }

  async function outcomeOf(
    result: DeliveryResult,
    copy: RecipientCopy,
    { verdicts, transaction, head }: ReadyMessage,
  ): Promise<Outcome> {
    const { text } = result;
    recordAttempt(host, recordOf(copy), result, 'late reply to the final dot');
    if (result.kind === 'delivered') return { kind: 'delivered', text };
    if (result.kind === 'deferred') {
      const after = retryAfter(1, Math.random());
      recordQueued({ copy, after });
      return { kind: 'retry', after, text };
    }
    const enhanced = publicCode(result.enhanced);
    const toSender = verdicts.senderVouched;
    const failure = { to: transaction.from, recipients: [copy.recipient], enhanced, head, messageId: transaction.id };
    const report = toSender ? await failureNotice(host, settings, failure) : null;
    const { id } = copy.message;
    const group = copy.delivery === id ? undefined : copy.delivery;
    const failed = { id, group, inbox: copy.inbox.id ?? undefined, enhanced, toSender };
    return failedOutcome(recorder, failed, { text, report });
  }

  async function store(items: Enqueued[]): Promise<string[]> {
    if (items.length === 0) return [];
    try {
      return await queue.enqueue(items);
    } catch (error) {
      log.error({ event: 'mail.queue.enqueue_failed', err: error }, 'message could not be queued');
      if (error instanceof OutcomeUnknown) throw new AbortConnection();
      if (isStorageFull(error)) throw new SmtpReplyError(452, ...STORAGE_FULL);
      throw new SmtpReplyError(451, '4.3.0', 'Temporary failure while storing the message, please try again');
    }
  }
}

/** Returns a rejection in our own text: only the class and code of the destination's reply are passed on. */
function rejectionFor(result: Exclude<DeliveryResult, { kind: 'delivered' }>): SmtpReplyError {
  const enhanced = publicCode(result.enhanced);
  if (result.kind === 'refused') return new SmtpReplyError(550, enhanced, replyText(enhanced));
  // A rejection because of our reputation is temporary for the sender.
  const later = /^[45](\.\d\.\d+)$/.exec(enhanced)?.[1] ?? '.4.0';
  return new SmtpReplyError(451, `4${later}`, `${replyText(`5${later}`)}, please try again`);
}

function recordOf({ delivery, inbox }: RecipientCopy): { id: string; inbox?: number } {
  return { id: delivery, ...(inbox.id !== null && { inbox: inbox.id }) };
}

/** Returns the seconds until the first attempt: a copy for a full inbox waits longer than `after`. */
function firstAttempt({ inbox }: RecipientCopy, after: number): number {
  return inbox.isFull ? Math.max(after, retryUntried(0, Math.random())) : after;
}

/**
 * Returns the items to store, and the copies in the order of the leases. Copies that share a header become one message.
 */
function queueItems(
  { transaction, verdicts }: ReadyMessage,
  waiting: WaitingCopy[],
): { items: Enqueued[]; stored: WaitingCopy[] } {
  const reportTo = verdicts.senderVouched ? transaction.from : '';
  const groups = [...Map.groupBy(waiting, ({ copy }) => copy.shared).values()];
  const items = groups.flatMap((group): Enqueued[] => {
    const [first] = group as [WaitingCopy, ...WaitingCopy[]];
    // A message with one copy has the id of that copy, and its fields.
    const { id, body } = group.length === 1 ? first.copy.message : first.copy.shared;
    const utf8 = group.some(({ copy }) => copy.message.utf8);
    return [{ message: { id, reportTo, utf8, body }, recipients: group.map(toQueuedRecipient) }];
  });
  return { items, stored: groups.flat() };
}

function toQueuedRecipient({ copy, after, lease, isServed, lastResult }: WaitingCopy): QueuedRecipient {
  const { message, delivery, recipient, key, inbox } = copy;
  return {
    id: message.id,
    from: message.from,
    destination: message.to,
    recipient,
    key,
    after,
    lease,
    ...(inbox.id !== null && { inbox: inbox.id }),
    ...(delivery !== message.id && { group: { id: delivery, isServed } }),
    ...(inbox.isFull && { overLimit: true }),
    ...(lastResult !== undefined && { lastResult }),
  };
}
