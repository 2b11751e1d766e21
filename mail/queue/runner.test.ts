import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HOUR } from '../../contract/time.ts';
import type { QueueStore } from '../host/queue-store.ts';
import { bodyFromBuffer } from '../message/message.ts';
import type { LeasedCopy, Outcome, Traffic } from '../message/queued-message.ts';
import { createRunner } from './runner.ts';

const OPTIONS = { concurrency: 10, perDestination: 5, maxPerDestination: 5, lease: 30, poll: 5000, stopTimeout: 1000 };
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

const CLAIM: LeasedCopy = {
  id: 'copy',
  lease: 'lease',
  messageId: 'copy',
  reportTo: '',
  from: '',
  key: 'alice',
  utf8: false,
  destination: 'a@inbox.test',
  recipient: 'alice@handles.test',
  attempts: 0,
  age: 0,
  crashes: 0,
  body: bodyFromBuffer(Buffer.from('x')),
};

/**
 * Creates a store with one copy. The store rejects every call while `isUnavailable` is set; `calls` lists the
 * successful calls.
 */
function fakeStore() {
  const store = {
    isUnavailable: false,
    calls: [] as string[],
    due: [CLAIM] as LeasedCopy[],
    take<T>(call: string, result: T): Promise<T> {
      if (store.isUnavailable) return Promise.reject(new Error('unavailable'));
      store.calls.push(call);
      return Promise.resolve(result);
    },
    enqueue: async () => [],
    claim: () => store.take('claim', store.due.splice(0)),
    renew: () => store.take('renew', undefined),
    settle: (_id: string, _lease: string, { kind }: { kind: string }) =>
      store.take(`settle ${kind}`, 'settled' as const),
    onEnqueued: () => () => {},
  };
  return store satisfies QueueStore & object;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function runThroughOutage(milliseconds: number) {
  const store = fakeStore();
  const runner = createRunner(
    store,
    async () => {
      store.isUnavailable = true;
      return { kind: 'delivered', text: 'ok' };
    },
    log,
    OPTIONS,
  );
  runner.start();
  await vi.advanceTimersByTimeAsync(milliseconds);
  const during = store.calls.splice(0);
  store.isUnavailable = false;
  await vi.advanceTimersByTimeAsync(20_000);
  const stopped = runner.stop();
  await vi.advanceTimersByTimeAsync(2000);
  await stopped;
  return { during, after: store.calls };
}

it('retries recording an outcome until the store is available, even after hours', async () => {
  const { during, after } = await runThroughOutage(6 * HOUR);
  expect(during).toEqual(['claim']);
  expect(after).toContain('settle delivered');
});

it('leaves slots for one kind of traffic when the other kind could fill all slots', async () => {
  const due = {
    forwarded: Array.from({ length: 30 }, (_, at) => ({ ...CLAIM, id: `f${at}`, lease: `f${at}` })),
    sent: Array.from({ length: 30 }, (_, at) => ({
      ...CLAIM,
      id: `s${at}`,
      lease: `s${at}`,
      traffic: 'sent' as const,
    })),
  };
  const running: LeasedCopy[] = [];
  const free = { ...due, sent: [] as typeof due.sent };
  const store = {
    ...fakeStore(),
    claim: async (
      limit: number,
      _perDestination: number,
      _lease: number,
      _wider: unknown,
      traffic: Traffic = 'forwarded',
    ) => free[traffic].splice(0, limit),
  };
  const ends: (() => void)[] = [];
  const runner = createRunner(
    store,
    (copy) => {
      running.push(copy);
      return new Promise((resolve) => ends.push(() => resolve({ kind: 'delivered', text: 'ok' })));
    },
    log,
    OPTIONS,
  );
  const count = (traffic: string) => running.filter((copy) => (copy.traffic ?? 'forwarded') === traffic).length;
  runner.start();
  await vi.advanceTimersByTimeAsync(6000);
  expect([count('forwarded'), count('sent')]).toEqual([8, 0]);
  // Sent mail that arrives now does not wait for a forwarded copy to finish.
  free.sent = due.sent;
  await vi.advanceTimersByTimeAsync(6000);
  expect([count('forwarded'), count('sent')]).toEqual([8, 2]);
  for (const end of ends.splice(0)) end();
  await vi.advanceTimersByTimeAsync(6000);
  expect([count('forwarded'), count('sent')]).toEqual([16, 4]);
  for (const end of ends.splice(0)) end();
  const stopped = runner.stop();
  await vi.advanceTimersByTimeAsync(2000);
  await stopped;
});

it('records known outcomes and renews leases before the first claim after an outage', async () => {
  const { after } = await runThroughOutage(60_000);
  const claimed = after.indexOf('claim');
  expect(claimed).toBeGreaterThan(after.indexOf('settle delivered'));
  expect(claimed).toBeGreaterThan(after.indexOf('renew'));
  expect(after).toContain('renew');
});

it('attempts copies from this process directly within its limits, and polls for copies that got no slot', async () => {
  const store = { ...fakeStore(), due: [] as LeasedCopy[] };
  const claims = () => store.calls.filter((call) => call === 'claim').length;
  store.claim = () => store.take('claim', []);
  const ends: (() => void)[] = [];
  const end = () => new Promise<Outcome>((resolve) => ends.push(() => resolve({ kind: 'delivered', text: 'ok' })));
  const runner = createRunner(store, end, log, OPTIONS);
  const place = (domain: string, key: string) => runner.take({ destination: `a@${domain}`, key });
  expect(place('inbox.test', 'k')).toBeNull();
  runner.start();
  await vi.advanceTimersByTimeAsync(0);
  const started = claims();
  // Five slots in total: two thirds of the eight slots for sent mail.
  const taken = [1, 2, 3, 4, 5].map((at) => place(`inbox${at % 2}.test`, `key${at}`));
  expect(taken.map((one) => one?.lease)).toEqual([30, 30, 30, 30, 30]);
  for (const [at, one] of taken.entries()) one?.start({ ...CLAIM, id: `d${at}`, lease: `d${at}`, traffic: 'sent' });
  for (const finish of ends.splice(0, 4)) finish();
  await vi.advanceTimersByTimeAsync(1000);
  expect(store.calls.filter((call) => call === 'settle delivered')).toHaveLength(4);
  // Nothing waits, so nothing is claimed.
  expect(claims()).toBe(started);
  const more = Array.from({ length: 5 }, () => place('inbox.test', 'other'));
  expect(more.map((one) => one !== null)).toEqual([true, true, true, true, false]);
  for (const finish of ends.splice(0)) finish();
  await vi.advanceTimersByTimeAsync(1000);
  expect(claims()).toBeGreaterThan(started);
  for (const one of more) one?.release();
  await runner.stop();
  expect(place('inbox.test', 'k')).toBeNull();
});

it('limits the direct attempts of a domain and of a key', async () => {
  const runner = createRunner(fakeStore(), async () => null, log, { ...OPTIONS, concurrency: 40, perDestination: 7 });
  runner.start();
  const taken = (places: { destination: string; key: string }[]) => {
    const found = places.map((one) => runner.take(one));
    for (const one of found) one?.release();
    return found.filter(Boolean).length;
  };
  const many = Array.from({ length: 30 }, (_, at) => at);
  expect(taken(many.map((at) => ({ destination: 'a@Inbox.test', key: `k${at}` })))).toBe(7);
  expect(taken(many.map((at) => ({ destination: `a@inbox${at}.test`, key: 'k' })))).toBe(5);
  expect(taken(many.map((at) => ({ destination: `a@inbox${at}.test`, key: `k${at}` })))).toBe(20);
  await runner.stop();
});

it('polls an empty queue at every third timer tick', async () => {
  const store = fakeStore();
  store.due = [];
  const runner = createRunner(store, async () => ({ kind: 'delivered', text: 'ok' }), log, OPTIONS);
  runner.start();
  await vi.advanceTimersByTimeAsync(60_000);
  // One claim for each kind of traffic: at the start, and every 15 seconds.
  expect(store.calls).toEqual(Array(2 * 5).fill('claim'));
  await runner.stop();
});
