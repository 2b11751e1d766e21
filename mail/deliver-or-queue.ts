import { acceptedText, publicCode, replyText } from './dsn/reply-texts.ts';
import { failureNotice } from './failure-notice.ts';
import { OutcomeUnknown } from './host/queue-store.ts';
import type { MailHost } from './host.ts';
import type { AuthenticationVerdicts } from './message/authentication-result.ts';
import type { Body } from './message/body.ts';
import type { DeliveryResult } from './message/delivery-result.ts';
import type { OutgoingMessage } from './message/outgoing-message.ts';
import type { Enqueued, Outcome } from './message/queued-message.ts';
import { AbortConnection, SmtpReplyError } from './message/smtp-reply-error.ts';
import type { Settings } from './options.ts';
import { retryAfter } from './queue/retry-schedule.ts';
import { LEASE_SECONDS, settleWhenConfirmed } from './queue/unconfirmed-delivery.ts';
import { recordAttempt } from './record-attempt.ts';
import { startTimedAttempt, type TimedAttempt } from './timed-attempt.ts';
import type { Transaction } from './transaction.ts';

/** One copy of a message on its way to one destination. */
export interface RecipientCopy {
  message: OutgoingMessage;
  recipient: string;
  key: string;
  /** The copy has a header of its own, so that it is stored as a message of its own. */
  isSeparate: boolean;
}

/** A rewritten message with its copies. */
export interface ReadyMessage {
  transaction: Transaction;
  verdicts: AuthenticationVerdicts;
  /** The message of the copies without a header of their own, before the fields of each copy are added. */
  body: Body;
  /** The original header, shown in failure notices. */
  head: Buffer;
  copies: RecipientCopy[];
  /** Called with an attempt that continues after our reply and still reads the message. */
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
  attempt: TimedAttempt;
  result: DeliveryResult | 'in doubt';
}

export function createDispatcher(host: MailHost, settings: Settings): Dispatcher {
  const { queue, transport, recorder, log } = host;

  return {
    store,

    async deliverNow(dispatch) {
      const { transaction, copies, verdicts } = dispatch;
      const outcomes = await Promise.all(copies.map((copy) => tryNow(copy, dispatch)));
      const ended = outcomes.flatMap(({ result }) => (result === 'in doubt' ? [] : [result]));
      const delivered = ended.some(({ kind }) => kind === 'delivered');
      if (isAll(ended, copies) && ended.every(({ kind }) => kind === 'delivered')) return acceptedText(transaction.id);
      if (!delivered && isAll(ended, copies)) {
        const deferred = ended.find(({ kind }) => kind === 'deferred');
        if (!deferred) throw rejectionFor(ended[0]);
        if (!verdicts.authenticated) throw rejectionFor(deferred);
        // A client that disconnects before our reply will retry, so queueing now would deliver twice.
        if (transaction.isGone()) throw new AbortConnection();
      }
      await storeRest(dispatch, outcomes);
      return acceptedText(transaction.id);
    },

    async enqueueAll(dispatch, notices) {
      const { copies, transaction } = dispatch;
      const shared = copies.filter(({ isSeparate }) => !isSeparate);
      const separate = copies.filter(({ isSeparate }) => isSeparate).map((copy) => [copy]);
      const messages = shared.length > 0 ? [shared, ...separate] : separate;
      await store([...notices, ...messages.map((group) => toQueueItem(dispatch, group, 0, 0))]);
      for (const copy of copies) recorder.record(copy.message.id, { step: 'queued', after: 0 });
      return acceptedText(transaction.id);
    },
  };

  async function tryNow(copy: RecipientCopy, dispatch: ReadyMessage): Promise<TriedCopy> {
    const attempt = startTimedAttempt(transport, copy.message);
    const result = await attempt.within(settings.budget);
    if (result === 'in doubt') dispatch.onPending(attempt.result);
    else recordAttempt(host, copy.message.id, result, 'delivery attempted in session');
    return { copy, attempt, result };
  }

  /** Queues deferred copies, and unconfirmed ones with a lease that this process renews until the reply arrives. */
  async function storeRest(dispatch: ReadyMessage, outcomes: TriedCopy[]): Promise<void> {
    const after = retryAfter(1, Math.random());
    const waiting = outcomes.filter(({ result }) => result !== 'in doubt' && result.kind === 'deferred');
    const doubtful = outcomes.filter(({ result }) => result === 'in doubt');
    const items = [
      ...waiting.map(({ copy }) => toQueueItem(dispatch, [copy], after, 0)),
      ...doubtful.map(({ copy }) => toQueueItem(dispatch, [copy], 0, LEASE_SECONDS)),
    ];
    const [only] = outcomes;
    const leases = await store(items).catch((failure) =>
      only && outcomes.length === 1 && doubtful.length === 1 ? awaitResult(only, failure) : Promise.reject(failure),
    );
    for (const { copy } of waiting) recorder.record(copy.message.id, { step: 'queued', after });
    for (const { copy, result } of outcomes) {
      if (result !== 'in doubt' && result.kind === 'refused') noteReturned(copy, publicCode(result.enhanced), false);
    }
    doubtful.forEach(({ copy, attempt }, at) => {
      const lease = leases[waiting.length + at];
      if (!lease) return;
      const claim = { id: copy.message.id, lease };
      void settleWhenConfirmed(
        queue,
        claim,
        attempt.result,
        (lateResult) => outcomeOf(lateResult, copy, dispatch),
        log,
      );
    });
  }

  /** Storing failed, so the destination's reply to the final dot decides. */
  async function awaitResult({ attempt, copy }: TriedCopy, failure: unknown): Promise<string[]> {
    const result = await attempt.result;
    recordAttempt(host, copy.message.id, result, 'delivery attempted in session');
    if (result.kind === 'delivered') return [];
    throw result.kind === 'refused' ? rejectionFor(result) : failure;
  }

  async function outcomeOf(
    result: DeliveryResult,
    copy: RecipientCopy,
    { verdicts, transaction, head }: ReadyMessage,
  ): Promise<Outcome> {
    const { text } = result;
    recordAttempt(host, copy.message.id, result, 'late reply to the final dot');
    if (result.kind === 'delivered') return { kind: 'delivered', text };
    if (result.kind === 'deferred') {
      const after = retryAfter(1, Math.random());
      recorder.record(copy.message.id, { step: 'queued', after });
      return { kind: 'retry', after, text };
    }
    const enhanced = publicCode(result.enhanced);
    noteReturned(copy, enhanced, verdicts.senderVouched);
    if (!verdicts.senderVouched) return { kind: 'failed', text, report: null };
    const failure = { to: transaction.from, recipient: copy.recipient, enhanced, head };
    return { kind: 'failed', text, report: await failureNotice(host, settings, failure) };
  }

  function noteReturned(copy: RecipientCopy, enhanced: string, toSender: boolean): void {
    recorder.record(copy.message.id, { step: 'returned', toSender, enhanced, text: replyText(enhanced) });
  }

  async function store(items: Enqueued[]): Promise<string[]> {
    if (items.length === 0) return [];
    try {
      return await queue.enqueue(items);
    } catch (error) {
      log.error({ event: 'mail.queue.enqueue_failed', err: error }, 'message could not be queued');
      if (error instanceof OutcomeUnknown) throw new AbortConnection();
      throw new SmtpReplyError(451, '4.3.0', 'Temporary failure while storing the message, please try again');
    }
  }
}

function isAll(ended: DeliveryResult[], copies: RecipientCopy[]): boolean {
  return ended.length === copies.length;
}

/** The rejection in our own text: only the class and code of the destination's reply are passed on. */
function rejectionFor(result: DeliveryResult | undefined): SmtpReplyError {
  const enhanced = publicCode(result && 'enhanced' in result ? result.enhanced : '');
  if (result?.kind === 'refused') return new SmtpReplyError(550, enhanced, replyText(enhanced));
  // A rejection because of our reputation is temporary for the sender.
  const later = /^[45](\.\d{1,3}\.\d{1,3})$/.exec(enhanced)?.[1] ?? '.4.0';
  return new SmtpReplyError(451, `4${later}`, `${replyText(`5${later}`)}, please try again`);
}

function toQueueItem(
  { transaction, verdicts, body }: ReadyMessage,
  copies: RecipientCopy[],
  after: number,
  lease: number,
): Enqueued {
  // A message with one copy has the id of that copy, so that messages of one transaction have distinct ids.
  const [only] = copies;
  const id = only && copies.length === 1 ? only.message.id : transaction.id;
  const reportTo = verdicts.senderVouched ? transaction.from : '';
  return {
    message: {
      id,
      reportTo,
      utf8: copies.some((copy) => copy.message.utf8),
      body: only && copies.length === 1 ? only.message.body : body,
    },
    recipients: copies.map(({ message, recipient, key }) => ({
      id: message.id,
      from: message.from,
      destination: message.to,
      recipient,
      key,
      after,
      lease,
    })),
  };
}
