import { ownWords, publicCode, taken } from './dsn/reply-texts.ts';
import { failureNotice } from './failure-notice.ts';
import { OutcomeUnknown } from './host/queue-store.ts';
import type { MailHost } from './host.ts';
import type { AuthenticationVerdicts } from './message/authentication-result.ts';
import type { Body } from './message/body.ts';
import type { DeliveryResult } from './message/delivery-result.ts';
import type { OutgoingMessage } from './message/outgoing-message.ts';
import type { Enqueued, Outcome } from './message/queued-message.ts';
import { SmtpReplyError } from './message/smtp-reply-error.ts';
import type { Settings } from './options.ts';
import { retryAfter } from './queue/schedule.ts';
import { LEASE_SECONDS, settleLater } from './queue/unconfirmed-delivery.ts';
import { recordAttempt } from './record-attempt.ts';
import { AbortConnection, type Transaction } from './smtp-in/receiver.ts';
import { startTimedAttempt, type TimedAttempt } from './timed-attempt.ts';

/** One copy of a message on its way to one destination. */
export interface RecipientCopy {
  parcel: OutgoingMessage;
  recipient: string;
  key: string;
}

/** A message that is ready to leave. */
export interface Dispatch {
  transaction: Transaction;
  verdicts: AuthenticationVerdicts;
  body: Body;
  /** The header as it came: what a notice shows. */
  head: Buffer;
  copies: RecipientCopy[];
  /** Told of an attempt that goes on after our reply, and still reads the message. */
  keep(attempt: Promise<unknown>): void;
}

/** How messages leave. Both ways resolve with the words behind 250, and reject with a SmtpReplyError or with AbortConnection. */
export interface Dispatcher {
  /**
   * Tries every copy while the sender waits. What has to wait is queued for an authenticated sender, or where another
   * copy has left already; else the "not now" is passed on.
   */
  inSession(dispatch: Dispatch): Promise<string>;
  /** Commits mail that nobody waits for, and answers the leases. */
  store(items: Enqueued[]): Promise<string[]>;
  /** Commits every copy, and `notices` with them; then each is tried by itself. */
  byQueue(dispatch: Dispatch, notices: Enqueued[]): Promise<string>;
}

interface TriedCopy {
  copy: RecipientCopy;
  attempt: TimedAttempt;
  result: DeliveryResult | 'in doubt';
}

export function createDispatcher(ports: MailHost, settings: Settings): Dispatcher {
  const { queue, transport: wayOut, recorder, log } = ports;

  return {
    store,

    async inSession(dispatch) {
      const { transaction, copies, verdicts } = dispatch;
      const outcomes = await Promise.all(copies.map((copy) => tryNow(copy, dispatch)));
      const ended = outcomes.flatMap(({ result }) => (result === 'in doubt' ? [] : [result]));
      const delivered = ended.some(({ kind }) => kind === 'delivered');
      if (isAll(ended, copies) && ended.every(({ kind }) => kind === 'delivered')) return taken(transaction.id);
      if (!delivered && isAll(ended, copies)) {
        const deferred = ended.find(({ kind }) => kind === 'deferred');
        if (!deferred) throw turnedDown(ended[0]);
        if (!verdicts.authenticated) throw turnedDown(deferred);
        // Who left without our word comes again with the message: a queued copy would be a second one.
        if (transaction.isGone()) throw new AbortConnection();
      }
      await storeRest(dispatch, outcomes);
      return taken(transaction.id);
    },

    async byQueue(dispatch, notices) {
      const { copies, transaction } = dispatch;
      const mail = copies.length > 0 ? [queued(dispatch, copies, 0, 0)] : [];
      await store([...notices, ...mail]);
      for (const copy of copies) recorder.record(copy.parcel.id, { step: 'queued', after: 0 });
      return taken(transaction.id);
    },
  };

  async function tryNow(copy: RecipientCopy, dispatch: Dispatch): Promise<TriedCopy> {
    const attempt = startTimedAttempt(wayOut, copy.parcel);
    const result = await attempt.within(settings.budget);
    if (result === 'in doubt') dispatch.keep(attempt.result);
    else recordAttempt(ports, copy.parcel.id, result, 'tried in session');
    return { copy, attempt, result };
  }

  /** Stores what has to wait, and what may have left: its row is ours while we go on listening, then anybody's. */
  async function storeRest(dispatch: Dispatch, outcomes: TriedCopy[]): Promise<void> {
    const after = retryAfter(1, Math.random());
    const waiting = outcomes.filter(({ result }) => result !== 'in doubt' && result.kind === 'deferred');
    const doubtful = outcomes.filter(({ result }) => result === 'in doubt');
    const items = [
      ...waiting.map(({ copy }) => queued(dispatch, [copy], after, 0)),
      ...doubtful.map(({ copy }) => queued(dispatch, [copy], 0, LEASE_SECONDS)),
    ];
    const [only] = outcomes;
    const leases = await store(items).catch((failure) =>
      only && outcomes.length === 1 && doubtful.length === 1 ? hearOut(only, failure) : Promise.reject(failure),
    );
    for (const { copy } of waiting) recorder.record(copy.parcel.id, { step: 'queued', after });
    for (const { copy, result } of outcomes) {
      if (result !== 'in doubt' && result.kind === 'refused') noteReturned(copy, publicCode(result.enhanced), false);
    }
    doubtful.forEach(({ copy, attempt }, at) => {
      const lease = leases[waiting.length + at];
      if (!lease) return;
      const claim = { id: copy.parcel.id, lease };
      void settleLater(queue, claim, attempt.result, (answer) => outcomeOf(answer, copy, dispatch), log);
    });
  }

  /** Nothing is stored, or nobody knows: only the destination's own answer can still be told. */
  async function hearOut({ attempt, copy }: TriedCopy, failure: unknown): Promise<string[]> {
    const result = await attempt.result;
    recordAttempt(ports, copy.parcel.id, result, 'tried in session');
    if (result.kind === 'delivered') return [];
    throw result.kind === 'refused' ? turnedDown(result) : failure;
  }

  async function outcomeOf(
    result: DeliveryResult,
    copy: RecipientCopy,
    { verdicts, transaction, head }: Dispatch,
  ): Promise<Outcome> {
    const { text: words } = result;
    recordAttempt(ports, copy.parcel.id, result, 'answer after the final dot');
    if (result.kind === 'delivered') return { kind: 'delivered', text: words };
    if (result.kind === 'deferred') {
      const after = retryAfter(1, Math.random());
      recorder.record(copy.parcel.id, { step: 'queued', after });
      return { kind: 'retry', after, text: words };
    }
    const enhanced = publicCode(result.enhanced);
    noteReturned(copy, enhanced, verdicts.senderVouched);
    if (!verdicts.senderVouched) return { kind: 'failed', text: words, report: null };
    const failure = { to: transaction.from, recipient: copy.recipient, enhanced, head };
    return { kind: 'failed', text: words, report: await failureNotice(ports, settings, failure) };
  }

  function noteReturned(copy: RecipientCopy, enhanced: string, toSender: boolean): void {
    recorder.record(copy.parcel.id, { step: 'returned', toSender, enhanced, text: ownWords(enhanced) });
  }

  async function store(items: Enqueued[]): Promise<string[]> {
    if (items.length === 0) return [];
    try {
      return await queue.enqueue(items);
    } catch (error) {
      log.error({ err: error }, 'message could not be queued');
      if (error instanceof OutcomeUnknown) throw new AbortConnection();
      throw new SmtpReplyError(451, '4.3.0', 'Cannot store the message now, please try again');
    }
  }
}

function isAll(ended: DeliveryResult[], copies: RecipientCopy[]): boolean {
  return ended.length === copies.length;
}

/** The destination's "no" or "not now" in words of our own; of its answer only class and code are told. */
function turnedDown(result: DeliveryResult | undefined): SmtpReplyError {
  const enhanced = publicCode(result && 'enhanced' in result ? result.enhanced : '');
  if (result?.kind === 'refused') return new SmtpReplyError(550, enhanced, ownWords(enhanced));
  // What was refused for our own sake is "not now" to the sender.
  const later = /^[45](\.\d{1,3}\.\d{1,3})$/.exec(enhanced)?.[1] ?? '.4.0';
  return new SmtpReplyError(451, `4${later}`, `${ownWords(`5${later}`)}, please try again`);
}

function queued(
  { transaction, verdicts, body }: Dispatch,
  copies: RecipientCopy[],
  after: number,
  lease: number,
): Enqueued {
  // One message with one copy each has the copy's id, so that several of one transaction do not meet.
  const [only] = copies;
  const id = only && copies.length === 1 ? only.parcel.id : transaction.id;
  const reportTo = verdicts.senderVouched ? transaction.from : '';
  return {
    message: {
      id,
      reportTo,
      utf8: copies.some(({ parcel }) => parcel.utf8),
      body: only && copies.length === 1 ? only.parcel.body : body,
    },
    recipients: copies.map(({ parcel, recipient, key }) => ({
      id: parcel.id,
      from: parcel.from,
      destination: parcel.to,
      recipient,
      key,
      after,
      lease,
    })),
  };
}
