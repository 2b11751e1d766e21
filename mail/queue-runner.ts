import { attemptAutoReply } from './auto-reply/attempt-auto-reply.ts';
import { notifyOfDelay } from './bounces/delay-notice.ts';
import { failureNotice } from './bounces/failure-notice.ts';
import { originalHeaderOf } from './bounces/original-header.ts';
import { countBounce, reportSentFailure } from './bounces/sent-failure.ts';
import { recordAttempt } from './delivery/record-attempt.ts';
import { SYSTEM_EMAIL } from './delivery/system-email.ts';
import { type Place, tryPlaces } from './delivery/try-places.ts';
import { failedOutcome } from './dsn/failed-copy.ts';
import { publicCode } from './dsn/reply-texts.ts';
import { type Inbox, inboxesOf } from './host/directory.ts';
import type { MailHost } from './host.ts';
import { createLocalTransport, isForUs } from './local-transport.ts';
import { splitAddress } from './message/address.ts';
import { type DeliveryResult, diagnosisOf } from './message/delivery-result.ts';
import { isAutoReply, type LeasedCopy, type Outcome } from './message/queued-message.ts';
import { type MailOptions, type Settings, withDefaults } from './options.ts';
import { retryAfter, retryUntried } from './queue/retry-schedule.ts';
import { createRunner, type QueueRunner, type RunnerOptions, recordOutcome } from './queue/runner.ts';
import { takeInbox } from './smtp-in/checks/rate-limits.ts';

/** An unresponsive destination occupies its slots for minutes; there are enough slots for twenty such destinations. */
const DEFAULTS: RunnerOptions = {
  concurrency: 200,
  perDestination: 10,
  maxPerDestination: 50,
  lease: 30,
  poll: 5000,
  stopTimeout: 10_000,
};
/** Crashed attempts after which a copy is attempted in a separate process. */
const CRASHES_TO_ISOLATE = 3;
/** Delivers queued mail. Any number of runners, in any number of processes, share one store. */
export function createQueueRunner(
  ports: MailHost,
  options: MailOptions,
  runner: Partial<RunnerOptions> = {},
): QueueRunner {
  const attemptCopy = createAttempt(ports, withDefaults(options));
  const attempt = (claim: LeasedCopy, signal: AbortSignal) =>
    claim.crashes >= CRASHES_TO_ISOLATE && ports.attemptIsolated
      ? ports.attemptIsolated(claim, signal)
      : attemptCopy(claim, signal);
  return createRunner(ports.queue, attempt, ports.log, { ...DEFAULTS, ...runner });
}

/** Attempts one leased copy and records the outcome. */
export async function attemptLeased(ports: MailHost, options: MailOptions, claim: LeasedCopy): Promise<void> {
  const outcome = await createAttempt(ports, withDefaults(options))(claim, new AbortController().signal);
  await recordOutcome(ports.queue, claim, outcome, ports.log);
}

type AttemptCopy = (claim: LeasedCopy, stop: AbortSignal) => Promise<Outcome>;

/** Returns the function that looks up the current destination of a copy, delivers it, and returns the outcome. */
function createAttempt(host: MailHost, settings: Settings): AttemptCopy {
  const local = createLocalTransport(host, settings);
  const transportFor = (claim: LeasedCopy) => (isForUs(claim, settings) ? local(claim) : host.transport);

  return async (claim, stop) => {
    if (isAutoReply(claim)) {
      return attemptAutoReply({ ...host, transport: transportFor(claim) }, claim, stop);
    }
    // System emails have no recipient whose delivery log would show them.
    const ports = claim.recipient === '' ? { ...host, recorder: { ...host.recorder, record: () => {} } } : host;
    const target = await currentTarget(ports, settings, claim);
    if (target.kind === 'unknown') return { kind: 'retry', after: 60, text: 'Recipient lookup failed' };
    if (target.kind === 'waits' && claim.age < settings.queueSeconds) {
      return { kind: 'retry', after: retryUntried(claim.age, Math.random()), text: target.text, untried: true };
    }
    if (target.kind === 'waits') return fail(claim, '5.4.7', target);
    if (target.kind === 'gone') return fail(claim, target.enhanced, { text: 'Recipient no longer accepts mail' });
    const isOver = claim.age >= settings.queueSeconds;
    if (claim.overLimit && !isOver && !takeInbox(host.counters, target.first.to, settings.limits.messagesPerInbox)) {
      const after = retryUntried(claim.age, Math.random());
      return { kind: 'retry', after, text: 'The inbox has reached its hourly limit', untried: true };
    }

    const { id, group = id, inbox } = claim;
    const { result, backup } = await tryPlaces(transportFor(claim), claim, target, stop);
    const { text } = result;
    if (stop.aborted && result.kind === 'deferred') return { kind: 'retry', after: 0, text: 'Aborted by a shutdown' };
    if (result.kind === 'deferred') await notifyOfDelay(host, settings, claim, result);
    if (result.kind === 'deferred' && result.untried && !isOver) {
      return { kind: 'retry', after: retryUntried(claim.age, Math.random()), text, untried: true };
    }
    recordAttempt(ports, { id: group, inbox }, result, 'delivery attempted from the queue', backup);
    if (result.kind === 'delivered') return { kind: 'delivered', text };
    // The first inbox may still accept a message that the second one rejects.
    if (result.kind === 'refused' && (!backup || isOver)) return fail(claim, result.enhanced, result);
    if (isOver) return fail(claim, '5.4.7', result);
    const after = retryAfter(claim.attempts + 1, Math.random());
    ports.recorder.record(group, { step: 'queued', after, ...(inbox !== undefined && { inbox }) });
    return { kind: 'retry', after, text };
  };

  /** Records a permanent failure and returns its outcome, with a failure notice if one may be sent. */
  async function fail(claim: LeasedCopy, code: string, result: DeliveryResult | { text: string }): Promise<Outcome> {
    const { text } = result;
    const { id, messageId, key, group, inbox, reportTo, recipient, destination } = claim;
    // Our own failed emails cause no notice.
    if (recipient === '') {
      if (key === SYSTEM_EMAIL) await host.systemEmailFailed?.(destination, code);
      return { kind: 'failed', text, report: null };
    }
    const head = await originalHeaderOf(claim.body, settings.memoryLimit);
    if (claim.traffic === 'sent') {
      const diagnosis = 'kind' in result ? { diagnosis: diagnosisOf(result) } : {};
      const failure = { key, id, recipient: destination, enhanced: code, head, ...diagnosis };
      const notice = await reportSentFailure(host, settings, failure);
      countBounce(host, failure);
      return { kind: 'failed', text, report: notice };
    }
    const enhanced = publicCode(code);
    const toSender = reportTo !== '';
    const failure = { to: reportTo, recipients: [recipient], enhanced, head, messageId };
    const report = toSender ? await failureNotice(host, settings, failure) : null;
    return failedOutcome(host.recorder, { id, group, inbox, enhanced, toSender }, { text, report });
  }
}

type Target =
  | { kind: 'now'; first: Place; other?: Place }
  | { kind: 'gone'; enhanced: string }
  /** The recipient has no inbox, but may have one later. */
  | { kind: 'waits'; text: string }
  | { kind: 'unknown' };

/**
 * Returns the current destination of the recipient, never one that has been removed since. Copies that are hours old
 * alternate between the recipient's two inboxes.
 */
async function currentTarget({ directory, log }: MailHost, settings: Settings, claim: LeasedCopy): Promise<Target> {
  const { recipient, destination, inbox, traffic } = claim;
  if (recipient === '' || traffic === 'sent') return { kind: 'now', first: { to: destination, backup: false } };
  if (claim.forEarlierOwner) return { kind: 'gone', enhanced: '5.1.1' };
  try {
    const local = splitAddress(recipient)?.local.toLowerCase() ?? '';
    const resolution = await directory.resolve(local);
    if (resolution.kind === 'refuse') {
      const { code, enhanced, text } = resolution;
      return code < 500 ? { kind: 'waits', text } : { kind: 'gone', enhanced };
    }
    const to = currentAddress(inboxesOf(resolution), claim);
    if (to === undefined) return { kind: 'gone', enhanced: '5.1.1' };
    const first = { to, backup: false };
    // Only the recipient's own inbox has a second inbox.
    const isOwn = inbox === undefined && resolution.kind === 'forward';
    const backup = isOwn ? resolution.policy?.backup : undefined;
    if (!backup || claim.age < settings.backupSeconds) return { kind: 'now', first };
    const second = { to: backup, backup: true };
    return claim.attempts % 2 === 0
      ? { kind: 'now', first: second, other: first }
      : { kind: 'now', first, other: second };
  } catch (error) {
    log.warn(
      { event: 'mail.queue.recipient_lookup_failed', err: error, copy: claim.id },
      'recipient of queued mail cannot be looked up',
    );
    return { kind: 'unknown' };
  }
}

/**
 * Returns the current address of the inbox of a copy; undefined if the recipient no longer has this inbox or gets no
 * mail there.
 */
function currentAddress(inboxes: Inbox[], { inbox, destination }: LeasedCopy): string | undefined {
  const same = inboxes.filter(({ id }) => id === (inbox ?? null));
  // A removed inbox of a role address has no replacement: the other inboxes have their own copies.
  const found = same.find(({ address }) => address === destination) ?? (same.length === 1 ? same[0] : undefined);
  return found?.address;
}
