import { ownWords, publicCode } from './dsn/reply-texts.ts';
import { failureNotice } from './failure-notice.ts';
import type { Transport } from './host/transport.ts';
import type { MailHost } from './host.ts';
import { splitAddress } from './message/address.ts';
import type { DeliveryResult } from './message/delivery-result.ts';
import type { LeasedCopy, Outcome } from './message/queued-message.ts';
import { type MailOptions, type Settings, withDefaults } from './options.ts';
import { originalHeaderOf } from './original-header.ts';
import { createRunner, type QueueRunner, type RunnerOptions, record } from './queue/runner.ts';
import { retryAfter, retryUntried } from './queue/schedule.ts';
import { recordAttempt } from './record-attempt.ts';
import { withForwardedTo } from './rewrite/forwarded-to.ts';
import { destinationsOf } from './smtp-in/recipient.ts';

/** A hung destination holds its few places for minutes: there are enough for twenty such. */
const DEFAULTS: RunnerOptions = {
  concurrency: 200,
  perDestination: 10,
  whereQuick: 50,
  lease: 30,
  poll: 5000,
  stopTimeout: 10_000,
};
/** Processes that died while they tried a copy until it is tried apart from the others. */
const DEATHS_TO_ISOLATE = 3;
/** Longest an attempt takes up to the final dot; after it the conversation's own time limit holds. */
const ATTEMPT_TIME = 300_000;

/** Delivers queued mail. Any number of runners, in any number of processes, share one store. */
export function createQueueRunner(
  ports: MailHost,
  options: MailOptions,
  runner: Partial<RunnerOptions> = {},
): QueueRunner {
  const settings = withDefaults(options);
  const attempt = (claim: LeasedCopy, signal: AbortSignal) =>
    claim.crashes >= DEATHS_TO_ISOLATE && ports.attemptIsolated
      ? ports.attemptIsolated(claim, signal)
      : attemptCopy(ports, settings, claim, signal);
  return createRunner(ports.queue, attempt, ports.log, { ...DEFAULTS, ...runner });
}

/** Attempts one copy that is held by its lease, and records its fate. */
export async function attemptLeased(ports: MailHost, options: MailOptions, claim: LeasedCopy): Promise<void> {
  const fate = await attemptCopy(ports, withDefaults(options), claim, new AbortController().signal);
  await record(ports.queue, claim, fate, ports.log);
}

/** One attempt at one copy: look up where it goes now, deliver, decide its fate. */
async function attemptCopy(host: MailHost, settings: Settings, claim: LeasedCopy, stop: AbortSignal): Promise<Outcome> {
  // A letter of the host's own has no owner who would look for it.
  const ports = claim.recipient === '' ? { ...host, recorder: { ...host.recorder, note: () => {} } } : host;
  const target = await currentTarget(ports, settings, claim);
  if (target.kind === 'unknown') return { kind: 'retry', after: 60, text: 'Recipient cannot be looked up' };
  if (target.kind === 'gone') return fail(target.enhanced, 'Recipient no longer takes mail');

  const { id } = claim;
  const { result, backup } = await tryPlaces(ports.transport, claim, target, stop);
  const { text: words } = result;
  if (stop.aborted && result.kind === 'deferred') return { kind: 'retry', after: 0, text: 'Cut off by a shutdown' };
  const isOver = claim.age >= settings.queueSeconds;
  if (result.kind === 'deferred' && result.untried && !isOver) {
    return { kind: 'retry', after: retryUntried(claim.age, Math.random()), text: words, untried: true };
  }
  recordAttempt(ports, id, result, 'queued mail tried', backup);
  if (result.kind === 'delivered') return { kind: 'delivered', text: words };
  // What the second inbox refuses may still be taken by the first.
  if (result.kind === 'refused' && (!backup || isOver)) return fail(result.enhanced, words);
  if (isOver) return fail('5.4.7', words);
  const after = retryAfter(claim.attempts + 1, Math.random());
  ports.recorder.record(id, { step: 'queued', after });
  return { kind: 'retry', after, text: words };

  async function fail(code: string, why: string): Promise<Outcome> {
    const enhanced = publicCode(code);
    const { reportTo, recipient } = claim;
    const toSender = reportTo !== '' && recipient !== '';
    ports.recorder.record(claim.id, { step: 'returned', toSender, enhanced, text: ownWords(enhanced) });
    if (!toSender) return { kind: 'failed', text: why, report: null };
    const head = await originalHeaderOf(claim.body, settings.memoryLimit);
    const report = await failureNotice(ports, settings, { to: reportTo, recipient, enhanced, head });
    return { kind: 'failed', text: why, report };
  }
}

/** One of the inboxes a copy may go to. */
interface Place {
  to: string;
  backup: boolean;
}

type Target = { kind: 'now'; first: Place; other?: Place } | { kind: 'gone'; enhanced: string } | { kind: 'unknown' };

/** Delivers to the first place; to the other where nobody was asked there, which must not use up anybody's turn. */
async function tryPlaces(
  wayOut: Transport,
  { id, messageId, from, recipient, body: stored, utf8 }: LeasedCopy,
  { first, other }: Extract<Target, { kind: 'now' }>,
  stop: AbortSignal,
): Promise<{ result: DeliveryResult; backup: boolean }> {
  const late = new AbortController();
  // The only copy of a message has its line already.
  const body = messageId === id ? stored : withForwardedTo(stored, recipient);
  // Cleared: a thousand a second that live on for minutes are a burden.
  const timer = setTimeout(() => late.abort(), ATTEMPT_TIME);
  const watch = { signal: AbortSignal.any([stop, late.signal]), onDot: () => {} };
  const at = async ({ to, backup }: Place) => ({
    result: await wayOut.deliver({ id, from, to, body, utf8 }, watch),
    backup,
  });
  try {
    const tried = await at(first);
    const isUntried = tried.result.kind === 'deferred' && tried.result.untried === true;
    return isUntried && other && !watch.signal.aborted ? await at(other) : tried;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Mail goes where its recipient's mail goes today, and never to an address that was taken away meanwhile. What is hours
 * old is tried at the recipient's second inbox, every other time.
 */
async function currentTarget({ directory, log }: MailHost, settings: Settings, claim: LeasedCopy): Promise<Target> {
  const { recipient, destination } = claim;
  if (recipient === '') return { kind: 'now', first: { to: destination, backup: false } };
  try {
    const local = splitAddress(recipient)?.local.toLowerCase() ?? '';
    const resolution = await directory.resolve(local);
    if (resolution.kind === 'refuse') return { kind: 'gone', enhanced: resolution.enhanced };
    const destinations = destinationsOf(resolution);
    const [only] = destinations;
    // One of several that is gone has no heir: the others have copies of their own.
    const to = destinations.includes(destination) ? destination : destinations.length === 1 ? only : undefined;
    if (to === undefined) return { kind: 'gone', enhanced: '5.1.1' };
    const first = { to, backup: false };
    const backup = resolution.kind === 'forward' ? resolution.policy?.backup : undefined;
    if (!backup || claim.age < settings.backupSeconds) return { kind: 'now', first };
    const second = { to: backup, backup: true };
    return claim.attempts % 2 === 0
      ? { kind: 'now', first: second, other: first }
      : { kind: 'now', first, other: second };
  } catch (error) {
    log.warn({ err: error, copy: claim.id }, 'recipient of queued mail cannot be looked up');
    return { kind: 'unknown' };
  }
}
