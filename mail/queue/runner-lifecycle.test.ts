import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { copyOf, createQueueRunner as create, DELIVERED, pass } from '../../tests/support/mail/queue-runner.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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

it('claims no more copies of a kind than it has free slots, and again when a slot is free', async () => {
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

it('records the outcome of an attempt unless it is already recorded', async () => {
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
  await runner.stop();
  await end('a', null);
  expect(isStopped).toBe(false);
  await end('b', null);
  expect(isStopped).toBe(true);
  await stopped;
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

it('claims nothing for three seconds after an outage of the store, and gives no slot to new copies', async () => {
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

it('keeps wide limits while copies are attempted, within half of the slots, and forgets them once the queue is empty', async () => {
  const copies = ['a', 'b', 'c', 'd', 'e'].map((id) => copyOf(id, { destination: `${id}@fast.test` }));
  const { runner, store, state, end } = create(copies.slice(0, 2));
  const wider = () => store.claim.mock.calls.findLast(([, , , , traffic]) => traffic === 'forwarded')?.[3];
  const poll = async () => {
    state.notify();
    await pass(10);
    return wider();
  };
  // Attempts count by how long they take, not by when they begin.
  await pass(5000);
  runner.start();
  await pass(0);
  await end('a', DELIVERED);
  state.due = copies.slice(2);
  await end('b', DELIVERED);
  await pass(10);
  // Three attempts are running: one of four slots is left for the domain.
  expect([await poll(), await poll()]).toEqual([new Map([['fast.test', 3]]), new Map([['fast.test', 3]])]);
  for (const id of ['c', 'd', 'e']) await end(id, DELIVERED);
  await pass(10);
  expect(await poll()).toEqual(new Map());
  await runner.stop();
});

it('gives no slot to a new copy while every slot is taken', async () => {
  const due = Array.from({ length: 8 }, (_, at) => copyOf(`c${at}`, at < 2 ? { traffic: 'sent' } : {}));
  const { runner, end } = create(due);
  runner.start();
  await pass(0);
  expect(runner.take({ destination: 'a@a.test', key: 'k' })).toBeNull();
  await end('c7', DELIVERED);
  expect(runner.take({ destination: 'a@a.test', key: 'k' })).not.toBeNull();
  const stopped = runner.stop();
  await pass(1000);
  await stopped;
});

it('claims again immediately if slots became free during a claim', async () => {
  const due = Array.from({ length: 12 }, (_, at) => copyOf(`c${at}`));
  const { runner, store, attempts } = create(due);
  const claim = store.claim.getMockImplementation();
  store.claim.mockImplementation(async (...call) => {
    // Attempts end while the other kind of traffic is claimed.
    if (call[4] === 'sent') for (const { done } of attempts.values()) done.resolve(DELIVERED);
    for (let at = 0; at < 20; at++) await null;
    return (await claim?.(...call)) ?? [];
  });
  runner.start();
  await pass(0);
  expect(attempts.size).toBe(12);
  await runner.stop();
});

it('leaves no timer when it stops after an attempt or an outage', async () => {
  const attempted = create([copyOf('a')]);
  attempted.runner.start();
  await pass(0);
  await attempted.end('a', DELIVERED);
  await attempted.runner.stop();
  expect(vi.getTimerCount()).toBe(0);
  const direct = create();
  direct.runner.start();
  await pass(0);
  const take = (id: string) => direct.runner.take({ destination: `a@${id}.test`, key: id });
  const [first] = ['a', 'b', 'c', 'd', 'e'].map(take);
  first?.start(copyOf('a', { traffic: 'sent' }));
  await direct.end('a', DELIVERED);
  expect(vi.getTimerCount()).toBe(3);
  await direct.runner.stop();
  expect(vi.getTimerCount()).toBe(0);
  const resumed = create();
  resumed.state.isDown = true;
  resumed.runner.start();
  await pass(0);
  resumed.state.isDown = false;
  resumed.state.notify();
  await pass(0);
  await resumed.runner.stop();
  expect(vi.getTimerCount()).toBe(0);
});

it('renews the leases of running attempts at the end of an outage', async () => {
  const { runner, store, state } = create([copyOf('a')]);
  runner.start();
  await pass(0);
  state.isDown = true;
  state.notify();
  await pass(0);
  state.isDown = false;
  state.notify();
  await pass(0);
  expect(store.renew.mock.calls).toMatchObject([[[{ id: 'a' }], 30]]);
  const stopped = runner.stop();
  await pass(1000);
  await stopped;
});
