import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { QueueStore } from '../host/queue-store.ts';
import { bodyFromBuffer } from '../message/message.ts';
import type { LeasedCopy, Outcome, Settled } from '../message/queued-message.ts';
import { createRunner, recordOutcome } from './runner.ts';

const OPTIONS = { concurrency: 8, perDestination: 2, maxPerDestination: 4, lease: 30, poll: 5000, stopTimeout: 1000 };
const DELIVERED: Outcome = { kind: 'delivered', text: 'ok' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function copyOf(id: string, changes: Partial<LeasedCopy> = {}): LeasedCopy {
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
function create(due: LeasedCopy[] = []) {
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

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

it('claims both kinds of traffic at the start, with the limits of its options', async () => {
  const { runner, store } = create();
  runner.start();
  runner.start();
  await pass(0);
  // Three quarters of eight slots for each kind.
  expect(store.claim.mock.calls).toEqual([
    [6, 2, 30, new Map(), 'forwarded'],
    [6, 2, 30, new Map(), 'sent'],
  ]);
  await runner.stop();
});

it('claims no more of a kind than it has free slots, and again when one is free', async () => {
  const due = Array.from({ length: 7 }, (_, at) => copyOf(`c${at}`));
  const { runner, store, attempts, end } = create(due);
  runner.start();
  await pass(0);
  expect(attempts.size).toBe(6);
  // Two slots are left for sent mail.
  expect(store.claim.mock.calls.at(-1)).toEqual([2, 2, 30, new Map(), 'sent']);
  store.claim.mockClear();
  await end('c0', DELIVERED);
  await pass(9);
  expect(store.claim).not.toHaveBeenCalled();
  await pass(1);
  expect(attempts.has('c6')).toBe(true);
  void runner.stop();
  await pass(1000);
});

it('records the outcome of an attempt, and none that is recorded already', async () => {
  const { runner, store, end } = create([copyOf('a'), copyOf('b')]);
  runner.start();
  await pass(0);
  await end('a', DELIVERED);
  await end('b', null);
  expect(store.settle.mock.calls).toEqual([['a', 'lease a', DELIVERED]]);
  await runner.stop();
});

it('retries a copy whose attempt threw in five minutes', async () => {
  const { runner, store, log, end } = create([copyOf('a')]);
  runner.start();
  await pass(0);
  await end('a', new Error('broken'));
  expect(store.settle.mock.calls[0]?.[2]).toEqual({ kind: 'retry', after: 300, text: 'Internal error' });
  expect(log.error.mock.calls).toMatchObject([[{ event: 'mail.queue.attempt_failed', copy: 'a' }, expect.any(String)]]);
  await runner.stop();
});

it('polls when a copy is enqueued, until it stops', async () => {
  const { runner, store, state, attempts, unsubscribe } = create();
  runner.start();
  await pass(0);
  state.due = [copyOf('a')];
  state.notify();
  await pass(0);
  expect(attempts.has('a')).toBe(true);
  const stopped = runner.stop();
  await pass(1000);
  await stopped;
  expect(unsubscribe).toHaveBeenCalledOnce();
  const claims = store.claim.mock.calls.length;
  state.notify();
  await pass(60_000);
  expect(store.claim.mock.calls.length).toBe(claims);
  expect(vi.getTimerCount()).toBe(0);
});

it('polls once more if a copy is enqueued during a poll', async () => {
  const { runner, store, state } = create();
  runner.start();
  state.notify();
  state.notify();
  await pass(0);
  expect(store.claim).toHaveBeenCalledTimes(4);
  await runner.stop();
});

it('polls at every turn of its timer while copies are attempted', async () => {
  const { runner, store } = create([copyOf('a')]);
  runner.start();
  await pass(0);
  store.claim.mockClear();
  await pass(15_000);
  expect(store.claim).toHaveBeenCalledTimes(6);
  const stopped = runner.stop();
  await pass(1000);
  await stopped;
});

it('renews the leases of running attempts at a third of the lease', async () => {
  const { runner, store, state, log } = create([copyOf('a')]);
  state.renewFails = true;
  runner.start();
  await pass(9_999);
  expect(store.renew).not.toHaveBeenCalled();
  await pass(1);
  expect(store.renew.mock.calls).toMatchObject([[[{ id: 'a', lease: 'lease a' }], 30]]);
  expect(log.warn.mock.calls).toMatchObject([[{ event: 'mail.queue.renew_failed' }, expect.any(String)]]);
  const stopped = runner.stop();
  await pass(1000);
  await stopped;
});

it('renews nothing while no copy is attempted', async () => {
  const { runner, store } = create();
  runner.start();
  await pass(60_000);
  expect(store.renew).not.toHaveBeenCalled();
  await runner.stop();
});

it('aborts running attempts when it stops, and waits for them', async () => {
  const { runner, attempts, end } = create([copyOf('a'), copyOf('b')]);
  runner.start();
  await pass(0);
  expect(attempts.get('a')?.signal.aborted).toBe(false);
  let isStopped = false;
  const stopped = runner.stop().then(() => {
    isStopped = true;
  });
  expect(attempts.get('a')?.signal.aborted).toBe(true);
  await end('a', null);
  expect(isStopped).toBe(false);
  await end('b', null);
  await stopped;
  await runner.stop();
});

it('stops in spite of an attempt that does not end', async () => {
  const { runner } = create([copyOf('a')]);
  runner.start();
  await pass(0);
  let isStopped = false;
  const stopped = runner.stop().then(() => {
    isStopped = true;
  });
  await pass(999);
  expect(isStopped).toBe(false);
  await pass(1);
  await stopped;
});

it('claims nothing for three seconds after an outage of the store, and gives no place to new copies', async () => {
  const { runner, store, state, log } = create();
  state.isDown = true;
  runner.start();
  await pass(0);
  expect(log.warn.mock.calls).toMatchObject([[{ event: 'mail.queue.claim_failed' }, expect.any(String)]]);
  expect(runner.take({ destination: 'a@a.test', key: 'k' })).toBeNull();
  state.isDown = false;
  store.claim.mockClear();
  await pass(5000);
  expect(store.renew.mock.calls).toEqual([[[], 30]]);
  expect(runner.take({ destination: 'a@a.test', key: 'k' })).not.toBeNull();
  state.notify();
  await pass(2999);
  expect(store.claim).not.toHaveBeenCalled();
  await pass(2);
  expect(store.claim).toHaveBeenCalledTimes(2);
  await runner.stop();
});

it('widens the limit of a destination after fast deliveries, and narrows it after a failed one', async () => {
  const copies = ['a', 'b', 'c', 'd', 'e'].map((id) => copyOf(id, { destination: `${id}@Fast.test` }));
  const { runner, store, state, end } = create(copies.slice(0, 2));
  const wider = () => store.claim.mock.calls.findLast(([, , , , traffic]) => traffic === 'forwarded')?.[3];
  runner.start();
  await pass(0);
  await end('a', DELIVERED);
  state.due = copies.slice(2, 5);
  await end('b', DELIVERED);
  await pass(10);
  expect(wider()).toEqual(new Map([['fast.test', 4]]));
  await end('c', { kind: 'retry', after: 60, text: 'later' });
  await pass(10);
  expect(wider()).toEqual(new Map());
  await end('d', DELIVERED);
  await end('e', DELIVERED);
  await runner.stop();
});

const COPY = { id: 'copy', lease: 'lease' };
const FAILED: Outcome = { kind: 'failed', text: 'no', report: null };

it.each<[Settled, boolean]>([
  ['settled', true],
  ['withheld', true],
  ['lost', false],
])('tells a failed copy that it was %s: %s', async (settled, isTold) => {
  const { store, log } = create();
  store.settle.mockResolvedValue(settled);
  const onSettled = vi.fn();
  await recordOutcome(store, COPY, { ...FAILED, onSettled }, log);
  expect(onSettled.mock.calls).toEqual(isTold ? [[settled]] : []);
  const warned = log.warn.mock.calls.map(([details]) => details);
  expect(warned).toMatchObject(isTold ? [] : [{ event: 'mail.queue.lease_lost', copy: 'copy', outcome: 'failed' }]);
});

it('records an outcome once the store is available, and logs about once a minute', async () => {
  const { store, log } = create();
  store.settle.mockRejectedValue(new Error('unavailable'));
  const recorded = recordOutcome(store, COPY, FAILED, log);
  await pass(0);
  const times: number[] = [];
  for (let at = 0; at < 2600; at += 100) {
    times.push(store.settle.mock.calls.length);
    await pass(100);
  }
  // After 0.2, 0.6 and 1.4 seconds, then every second.
  expect([times[1], times[2], times[5], times[6], times[13], times[14], times[23], times[24]]).toEqual([
    1, 2, 2, 3, 3, 4, 4, 5,
  ]);
  await pass(60_000);
  expect(log.error).toHaveBeenCalledTimes(2);
  expect(log.error.mock.calls[0]?.[0]).toMatchObject({
    event: 'mail.queue.record_failed',
    copy: 'copy',
    outcome: 'failed',
  });
  store.settle.mockResolvedValue('settled');
  await pass(1000);
  await recorded;
});
