import { splitAddress } from './address.ts';
import { beginningOf, reportFailure } from './forward.ts';
import { headerEnd } from './header.ts';
import { type MailOptions, type Settings, withDefaults } from './options.ts';
import type { Claim, Fate, MailPorts } from './ports.ts';
import { createRunner, type QueueRunner, type RunnerOptions } from './queue/runner.ts';
import { retryAfter } from './queue/schedule.ts';
import { destinationsOf } from './receive/recipient.ts';

/** A hung destination holds its few places for minutes: there are enough for twenty such. */
const DEFAULTS: RunnerOptions = { concurrency: 100, perDestination: 5, lease: 30, poll: 5000, stopTimeout: 10_000 };
/** Longest an attempt takes up to the final dot; after it the conversation's own time limit holds. */
const ATTEMPT_TIME = 300_000;

/** Delivers queued mail. Any number of runners, in any number of processes, share one store. */
export function createQueueRunner(
  ports: MailPorts,
  options: MailOptions,
  runner: Partial<RunnerOptions> = {},
): QueueRunner {
  const settings = withDefaults(options);
  const attempt = (claim: Claim, signal: AbortSignal) => attemptCopy(ports, settings, claim, signal);
  return createRunner(ports.queue, attempt, ports.log, { ...DEFAULTS, ...runner });
}

/** One attempt at one copy: look up where it goes now, deliver, decide its fate. */
async function attemptCopy(ports: MailPorts, settings: Settings, claim: Claim, stop: AbortSignal): Promise<Fate> {
  const target = await currentTarget(ports, claim);
  if (target.kind === 'unknown') return { kind: 'retry', after: 60, words: 'Recipient cannot be looked up' };
  if (target.kind === 'gone') return fail(target.enhanced, 'Recipient no longer takes mail');

  const { id, from, body, utf8 } = claim;
  const signal = AbortSignal.any([stop, AbortSignal.timeout(ATTEMPT_TIME)]);
  const result = await ports.wayOut.deliver({ id, from, to: target.to, body, utf8 }, { signal, onDot: () => {} });
  const { words } = result;
  ports.log.info({ id, attempt: claim.attempts + 1, result: result.kind, words }, 'queued mail tried');
  if (result.kind === 'delivered') return { kind: 'delivered', words };
  if (result.kind === 'refused') return fail(result.enhanced, words);
  if (stop.aborted) return { kind: 'retry', after: 0, words: 'Cut off by a shutdown' };
  if (claim.age >= settings.queueSeconds) return fail('5.4.7', words);
  return { kind: 'retry', after: retryAfter(claim.attempts + 1, Math.random()), words };

  async function fail(enhanced: string, why: string): Promise<Fate> {
    if (claim.reportTo === '' || claim.recipient === '') return { kind: 'failed', words: why, report: null };
    const start = await beginningOf(claim.body, settings.memoryLimit);
    const head = start.subarray(0, headerEnd(start));
    const report = reportFailure(ports, settings, claim.reportTo, claim.recipient, enhanced, head);
    return { kind: 'failed', words: why, report };
  }
}

type Target = { kind: 'now'; to: string } | { kind: 'gone'; enhanced: string } | { kind: 'unknown' };

/** Mail goes where its recipient's mail goes today, and never to an address that was taken away meanwhile. */
async function currentTarget({ directory, log }: MailPorts, claim: Claim): Promise<Target> {
  if (claim.recipient === '') return { kind: 'now', to: claim.destination };
  try {
    const local = splitAddress(claim.recipient)?.local.toLowerCase() ?? '';
    const resolution = await directory.resolve(local);
    if (resolution.kind === 'refuse') return { kind: 'gone', enhanced: resolution.enhanced };
    const destinations = destinationsOf(resolution);
    if (destinations.includes(claim.destination)) return { kind: 'now', to: claim.destination };
    const [only] = destinations;
    // One of several that is gone has no heir: the others have copies of their own.
    return only && destinations.length === 1 ? { kind: 'now', to: only } : { kind: 'gone', enhanced: '5.1.1' };
  } catch (error) {
    log.warn({ err: error, copy: claim.id }, 'recipient of queued mail cannot be looked up');
    return { kind: 'unknown' };
  }
}
