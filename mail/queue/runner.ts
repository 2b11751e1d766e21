import type { Log } from '../host/log.ts';
import type { QueueStore } from '../host/queue-store.ts';
import { splitAddress } from '../message/address.ts';
import type { LeasedCopy, Outcome } from '../message/queued-message.ts';
import { DestinationConcurrency } from './destination-concurrency.ts';

export interface RunnerOptions {
  /** Most copies under way in this process. */
  concurrency: number;
  perDestination: number;
  /** The same for destinations that take mail quickly. */
  whereQuick: number;
  /** Seconds; leases are renewed at a third of it, so a crashed process keeps its copies no longer than this. */
  lease: number;
  /** Milliseconds between looks at the queue when nobody calls. */
  poll: number;
  /** How long stop() waits for attempts under way. */
  stopTimeout: number;
}

export interface QueueRunner {
  start(): void;
  /** Takes nothing new, lets attempts under way end (bounded). What is cut off is tried again by whoever runs next. */
  stop(): Promise<void>;
}

/** Tries one copy; null where its fate is recorded already. `signal` fires when the runner stops. */
export type Attempt = (claim: LeasedCopy, signal: AbortSignal) => Promise<Outcome | null>;

/** Milliseconds from a free place to the look that fills it. */
const LOOK_AFTER = 10;
/**
 * Milliseconds from the end of an outage of the store to the next claims. Leases have run out meanwhile: processes that
 * know a fate record it first, before another delivers the copy again.
 */
const AFTER_OUTAGE = 3000;

/** Takes due copies from the store, tries each, records its fate; wakes when something is enqueued. */
export function createRunner(store: QueueStore, attempt: Attempt, log: Log, options: RunnerOptions): QueueRunner {
  const held = new Map<string, LeasedCopy>();
  const flow = new DestinationConcurrency(options.perDestination, options.whereQuick);
  const stopping = new AbortController();
  let running = false;
  let looking = false;
  let again = false;
  let away = false;
  let claimsFrom = 0;
  let next: NodeJS.Timeout | undefined;
  let resumption: NodeJS.Timeout | undefined;
  let unsubscribe = () => {};
  const timers: NodeJS.Timeout[] = [];
  let idle = Promise.withResolvers<void>();

  async function look(): Promise<void> {
    if (!running || performance.now() < claimsFrom) return;
    if (looking) {
      again = true;
      return;
    }
    looking = true;
    try {
      if (away) {
        await resume();
        return;
      }
      do {
        again = false;
        const free = options.concurrency - held.size;
        if (free <= 0) break;
        // Half of all places is for whoever comes, however quick some are.
        const wider = flow.wider(options.concurrency / 2 - held.size);
        const claims = await store.claim(free, options.perDestination, options.lease, wider);
        if (claims.length === 0 && held.size === 0) flow.clear();
        for (const claim of claims) begin(claim);
        if (claims.length === free) again = true;
      } while (again && running);
    } catch (error) {
      away = true;
      log.warn({ err: error }, 'the mail queue cannot be read');
    } finally {
      looking = false;
    }
  }

  /** Ends an outage: keeps the leases that nobody has taken meanwhile, and claims again a little later. */
  async function resume(): Promise<void> {
    await store.renew([...held.values()], options.lease);
    away = false;
    claimsFrom = performance.now() + AFTER_OUTAGE;
    resumption = setTimeout(() => void look(), AFTER_OUTAGE + 1);
  }

  function begin(claim: LeasedCopy): void {
    held.set(claim.lease, claim);
    work(claim).finally(() => {
      held.delete(claim.lease);
      if (held.size === 0) idle.resolve();
      // Places become free one by one; one look fills all that did in the meantime.
      next ??= setTimeout(() => {
        next = undefined;
        void look();
      }, LOOK_AFTER);
    });
  }

  async function work(claim: LeasedCopy): Promise<void> {
    let fate: Outcome | null;
    const begun = performance.now();
    try {
      fate = await attempt(claim, stopping.signal);
    } catch (error) {
      log.error({ err: error, copy: claim.id }, 'attempt failed in an unforeseen way');
      fate = { kind: 'retry', after: 300, text: 'Internal error' };
    }
    const domain = splitAddress(claim.destination)?.domain.toLowerCase() ?? '';
    flow.ended(domain, fate?.kind === 'delivered', performance.now() - begun);
    if (fate) await record(store, claim, fate, log);
  }

  async function renew(): Promise<void> {
    if (held.size === 0) return;
    try {
      await store.renew([...held.values()], options.lease);
    } catch (error) {
      log.warn({ err: error }, 'leases of queued mail cannot be renewed');
    }
  }

  return {
    start() {
      if (running) return;
      running = true;
      unsubscribe = store.onEnqueued(() => void look());
      timers.push(setInterval(() => void look(), options.poll));
      timers.push(setInterval(() => void renew(), (options.lease * 1000) / 3));
      void look();
    },

    async stop() {
      if (!running) return;
      running = false;
      unsubscribe();
      stopping.abort();
      if (held.size > 0) {
        idle = Promise.withResolvers();
        let timer: NodeJS.Timeout | undefined;
        const enough = new Promise<void>((resolve) => {
          timer = setTimeout(resolve, options.stopTimeout);
        });
        await Promise.race([idle.promise, enough]);
        clearTimeout(timer);
      }
      clearTimeout(next);
      clearTimeout(resumption);
      for (const timer of timers) clearInterval(timer);
    },
  };
}

/** Longest wait between two tries to record a fate; shorter than the others wait before they claim (AFTER_OUTAGE). */
const MAX_RECORD_DELAY = 1000;

/**
 * Records a fate as soon as the store takes it, however long that is: a delivered copy whose record is lost is delivered
 * twice. What waits is bounded, since nothing new is claimed or stored while the store is away.
 */
export async function record(
  store: QueueStore,
  claim: { id: string; lease: string },
  fate: Outcome,
  log: Log,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      const ours = await store.settle(claim.id, claim.lease, fate);
      if (!ours) log.warn({ copy: claim.id, fate: fate.kind }, 'lease had passed to another process');
      return;
    } catch (error) {
      // Once a minute is enough for the log.
      if (tries % 60 === 1) log.error({ err: error, copy: claim.id, fate: fate.kind }, 'fate of queued mail waits');
      await new Promise((resolve) => setTimeout(resolve, Math.min(MAX_RECORD_DELAY, 100 * 2 ** Math.min(tries, 10))));
    }
  }
}
