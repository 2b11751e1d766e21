import { vi } from 'vitest';
import type { QueueStore } from '../../../mail/host/queue-store.ts';
import { bodyFromBuffer } from '../../../mail/message/message.ts';
import type { LeasedCopy, Outcome } from '../../../mail/message/queued-message.ts';
import { createRunner } from '../../../mail/queue/runner.ts';

const OPTIONS = { concurrency: 8, perDestination: 2, maxPerDestination: 4, lease: 30, poll: 5000, stopTimeout: 1000 };
export const DELIVERED: Outcome = { kind: 'delivered', text: 'ok' };

/** A copy that is due. */
export function copyOf(id: string, changes: Partial<LeasedCopy> = {}): LeasedCopy {
  const body = bodyFromBuffer(Buffer.from('x'));
  const envelope = {
    messageId: id,
    reportTo: '',
    from: '',
    key: 'alice',
    utf8: false,
    recipient: 'alice@handles.test',
  };
  const state = { destination: `${id}@${id}.test`, attempts: 0, age: 0, crashes: 0 };
  return { id, lease: `lease ${id}`, ...envelope, ...state, body, ...changes };
}

/** A runner, and a store with copies that are due. An attempt ends when its id is given to `end`. */
export function createQueueRunner(due: LeasedCopy[] = []) {
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const state = { due, notify: () => {}, isDown: false, renewFails: false };
  const unsubscribe = vi.fn();
  const store = {
    enqueue: async () => [],
    claim: vi.fn(async (limit: number, _each, _lease, _wider, traffic = 'forwarded') => {
      if (state.isDown) throw new Error('unavailable');
      const found = state.due.filter((copy) => (copy.traffic ?? 'forwarded') === traffic).slice(0, limit);
      state.due = state.due.filter((copy) => !found.includes(copy));
      return found;
    }) as ReturnType<typeof vi.fn<QueueStore['claim']>>,
    renew: vi.fn(async () => {
      if (state.renewFails) throw new Error('unavailable');
    }) as ReturnType<typeof vi.fn<QueueStore['renew']>>,
    settle: vi.fn(async () => 'settled') as ReturnType<typeof vi.fn<QueueStore['settle']>>,
    onEnqueued: (listener: () => void) => {
      state.notify = listener;
      return unsubscribe;
    },
  };
  const attempts = new Map<string, { signal: AbortSignal; done: PromiseWithResolvers<Outcome | null> }>();
  const runner = createRunner(
    store,
    (copy, signal) => {
      const done = Promise.withResolvers<Outcome | null>();
      attempts.set(copy.id, { signal, done });
      return done.promise;
    },
    log,
    OPTIONS,
  );
  const end = async (id: string, outcome: Outcome | null | Error) => {
    const done = attempts.get(id)?.done;
    if (!done) throw new Error(`no attempt of ${id}`);
    if (outcome instanceof Error) done.reject(outcome);
    else done.resolve(outcome);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { runner, store, state, log, unsubscribe, attempts, end };
}

export const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
