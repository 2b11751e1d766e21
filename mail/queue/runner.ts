import type { DirectAttempts, QueueStore } from '../host/queue-store.ts';
import type { Log } from '../host/runtime.ts';
import { splitAddress } from '../message/address.ts';
import type { LeasedCopy, Outcome, Traffic } from '../message/queued-message.ts';
import { withTimeout } from '../message/time.ts';
import { DestinationConcurrency } from './destination-concurrency.ts';
import { DirectSlots } from './direct-slots.ts';

export interface RunnerOptions {
  /** Maximum concurrent attempts in this process. Each kind of traffic takes at most three quarters of them. */
  concurrency: number;
  /** Concurrent attempts per destination domain, and the maximum for domains that accept mail fast. */
  perDestination: number;
  maxPerDestination: number;
  /**
   * Seconds; a lease is renewed after a third of this time. After a crash, other processes retry the copies once their
   * leases expire.
   */
  lease: number;
  /** Milliseconds between polls without a notification; multiplied by IDLE_TICKS while polls find nothing. */
  poll: number;
  /** Milliseconds that stop() waits for running attempts. */
  stopTimeout: number;
}

export interface QueueRunner extends DirectAttempts {
  start(): void;
  /** Stops claiming and waits up to `stopTimeout` for running attempts. Other processes retry aborted attempts. */
  stop(): Promise<void>;
}

/** Attempts one copy; null if its outcome has already been recorded. `signal` aborts when the runner stops. */
export type Attempt = (copy: LeasedCopy, signal: AbortSignal) => Promise<Outcome | null>;

/** Milliseconds from a free slot to the poll that fills it. */
const POLL_AFTER = 10;
/** The fraction of the slots that one kind of traffic can take; the rest is always free for the other kind. */
const SHARE = 3 / 4;
/**
 * The fraction of the slots for sent mail that direct attempts can take; the rest is for copies that wait in the queue.
 */
const DIRECT_SHARE = 2 / 3;
/** Milliseconds from the end of a direct attempt to the poll for copies that got no slot for a direct attempt. */
const POLL_AFTER_DIRECT = 250;
/**
 * New copies come with a notification and retries are minutes apart, so a poll that found nothing is not repeated soon.
 */
const IDLE_TICKS = 3;
const TRAFFIC: readonly Traffic[] = ['forwarded', 'sent'];
/**
 * Milliseconds from the end of a store outage to the next claim. Leases expire during an outage: processes that know an
 * outcome must record it before another process delivers the copy again.
 */
const AFTER_OUTAGE = 3000;

/**
 * Creates a runner that claims due copies, attempts each and records its outcome. It polls on a timer and when a copy
 * is enqueued.
 */
export function createRunner(store: QueueStore, attempt: Attempt, log: Log, options: RunnerOptions): QueueRunner {
  const leased = new Map<string, LeasedCopy>();
  const newConcurrency = () => new DestinationConcurrency(options.perDestination, options.maxPerDestination);
  const concurrency = { forwarded: newConcurrency(), sent: newConcurrency() };
  const share = Math.ceil(options.concurrency * SHARE);
  const direct = new DirectSlots(Math.floor(share * DIRECT_SHARE));
  /** Whether copies that got no slot for a direct attempt may wait in the queue. */
  let overflow = false;
  let overflowTimer: NodeJS.Timeout | undefined;
  const stopping = new AbortController();
  let running = false;
  let polling = false;
  let pollAgain = false;
  let storeDown = false;
  /** Timer ticks since the last one that polled. */
  let ticks = 0;
  let claimsFrom = 0;
  let pollTimer: NodeJS.Timeout | undefined;
  let resumeTimer: NodeJS.Timeout | undefined;
  let unsubscribe = () => {};
  const timers: NodeJS.Timeout[] = [];
  let idle = Promise.withResolvers<void>();

  async function poll(): Promise<void> {
    if (!running || performance.now() < claimsFrom) return;
    if (polling) {
      pollAgain = true;
      return;
    }
    polling = true;
    try {
      if (storeDown) {
        await resume();
        return;
      }
      do {
        pollAgain = false;
        for (const traffic of TRAFFIC) if (await fill(traffic)) pollAgain = true;
      } while (pollAgain && running);
    } catch (error) {
      storeDown = true;
      log.warn({ event: 'mail.queue.claim_failed', err: error }, 'the mail queue cannot be read');
    } finally {
      polling = false;
    }
  }

  /**
   * Claims copies of one kind for the free slots of its share. Returns whether more copies may be due for which slots
   * are free.
   */
  async function fill(traffic: Traffic): Promise<boolean> {
    const running = [...leased.values()].filter((copy) => trafficOf(copy) === traffic).length;
    const free = Math.min(options.concurrency - leased.size, share - running);
    if (free <= 0) return false;
    // Fast destinations share at most half of the slots.
    if (traffic === 'sent' && direct.size === 0) overflow = false;
    const wider = concurrency[traffic].raisedLimits(options.concurrency / 2 - leased.size);
    const claimed = await store.claim(free, options.perDestination, options.lease, wider, traffic);
    if (claimed.length === 0 && running === 0) concurrency[traffic].clear();
    for (const copy of claimed) start(copy);
    return claimed.length === free;
  }

  /** Polls at every timer tick, or at every third tick while the queue is empty. */
  function tick(): void {
    ticks += 1;
    if (leased.size === 0 && !storeDown && ticks < IDLE_TICKS) return;
    ticks = 0;
    void poll();
  }

  /** Ends an outage: renews leases that no other process has taken, and delays the next claim. */
  async function resume(): Promise<void> {
    await store.renew([...leased.values()], options.lease);
    storeDown = false;
    claimsFrom = performance.now() + AFTER_OUTAGE;
    resumeTimer = setTimeout(() => void poll(), AFTER_OUTAGE + 1);
  }

  function start(copy: LeasedCopy): void {
    void hold(copy).finally(() => {
      // One poll fills all slots that have become free by then.
      pollTimer ??= setTimeout(() => {
        pollTimer = undefined;
        void poll();
      }, POLL_AFTER);
    });
  }

  /**
   * Attempts a stored copy for which a slot has been taken. Polls afterwards only if other copies may be waiting for
   * the slot.
   */
  function startDirect(copy: LeasedCopy, release: () => void): void {
    void hold(copy, release).finally(() => {
      if (!overflow || !running) return;
      overflowTimer ??= setTimeout(() => {
        overflowTimer = undefined;
        void poll();
      }, POLL_AFTER_DIRECT);
    });
  }

  async function hold(copy: LeasedCopy, onAttempted = () => {}): Promise<void> {
    leased.set(copy.lease, copy);
    try {
      await work(copy, onAttempted);
    } finally {
      leased.delete(copy.lease);
      if (leased.size === 0) idle.resolve();
    }
  }

  async function work(copy: LeasedCopy, onAttempted: () => void): Promise<void> {
    let outcome: Outcome | null;
    const startedAt = performance.now();
    try {
      outcome = await attempt(copy, stopping.signal);
    } catch (error) {
      log.error(
        { event: 'mail.queue.attempt_failed', err: error, copy: copy.id },
        'delivery attempt threw an unexpected error',
      );
      outcome = { kind: 'retry', after: 300, text: 'Internal error' };
    }
    onAttempted();
    const domain = domainOf(copy.destination);
    concurrency[trafficOf(copy)].recordAttempt(domain, outcome?.kind === 'delivered', performance.now() - startedAt);
    if (outcome) await recordOutcome(store, copy, outcome, log);
  }

  async function renew(): Promise<void> {
    if (leased.size === 0) return;
    try {
      await store.renew([...leased.values()], options.lease);
    } catch (error) {
      log.warn({ event: 'mail.queue.renew_failed', err: error }, 'leases of queued mail cannot be renewed');
    }
  }

  return {
    take({ destination, key }) {
      const domain = domainOf(destination);
      const isFree = running && !storeDown && leased.size < options.concurrency;
      const release = isFree ? direct.take(domain, key, concurrency.sent.limitOf(domain)) : null;
      overflow ||= release === null;
      if (!release) return null;
      return { lease: options.lease, release, start: (copy) => startDirect(copy, release) };
    },

    start() {
      if (running) return;
      running = true;
      unsubscribe = store.onEnqueued(() => void poll());
      timers.push(setInterval(tick, options.poll));
      timers.push(setInterval(() => void renew(), (options.lease * 1000) / 3));
      void poll();
    },

    async stop() {
      if (!running) return;
      running = false;
      unsubscribe();
      stopping.abort();
      if (leased.size > 0) {
        idle = Promise.withResolvers();
        await withTimeout(idle.promise, options.stopTimeout);
      }
      clearTimeout(pollTimer);
      clearTimeout(resumeTimer);
      clearTimeout(overflowTimer);
      for (const timer of timers) clearInterval(timer);
    },
  };
}

function domainOf(destination: string): string {
  return splitAddress(destination)?.domain.toLowerCase() ?? '';
}

function trafficOf({ traffic }: LeasedCopy): Traffic {
  return traffic ?? 'forwarded';
}

/** Maximum milliseconds between attempts to record an outcome; shorter than AFTER_OUTAGE. */
const MAX_RECORD_DELAY = 1000;

/**
 * Records an outcome, retrying until the store is available: a lost outcome would cause a second delivery. The number
 * of waiting outcomes is bounded, because nothing is claimed during an outage.
 */
export async function recordOutcome(
  store: QueueStore,
  copy: { id: string; lease: string },
  outcome: Outcome,
  log: Log,
): Promise<void> {
  for (let attempts = 1; ; attempts++) {
    try {
      const settled = await store.settle(copy.id, copy.lease, outcome);
      if (settled !== 'lost' && outcome.kind === 'failed') outcome.onSettled?.(settled);
      if (settled === 'lost')
        log.warn(
          { event: 'mail.queue.lease_lost', copy: copy.id, outcome: outcome.kind },
          'lease had passed to another process',
        );
      return;
    } catch (error) {
      // Log about once a minute.
      if (attempts % 60 === 1)
        log.error(
          { event: 'mail.queue.record_failed', err: error, copy: copy.id, outcome: outcome.kind },
          'outcome of queued mail cannot be recorded yet',
        );
      await new Promise((resolve) =>
        setTimeout(resolve, Math.min(MAX_RECORD_DELAY, 100 * 2 ** Math.min(attempts, 10))),
      );
    }
  }
}
