import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { QueueStore } from '../host/queue-store.ts';
import { bodyFromBuffer } from '../message/message.ts';
import type { LeasedCopy } from '../message/queued-message.ts';
import { createRunner } from './runner.ts';

const OPTIONS = { concurrency: 10, perDestination: 5, maxPerDestination: 5, lease: 30, poll: 5000, stopTimeout: 1000 };
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

const CLAIM: LeasedCopy = {
  ...{ id: 'copy', lease: 'lease', messageId: 'copy', reportTo: '', from: '', key: 'alice', utf8: false },
  ...{ destination: 'a@inbox.test', recipient: 'alice@handles.test', attempts: 0, age: 0, crashes: 0 },
  body: bodyFromBuffer(Buffer.from('x')),
};

/** A store with one copy, which rejects everything while it is away; `calls` are those that succeeded. */
function fakeStore() {
  const store = {
    isAway: false,
    calls: [] as string[],
    due: [CLAIM] as LeasedCopy[],
    take<T>(call: string, result: T): Promise<T> {
      if (store.isAway) return Promise.reject(new Error('away'));
      store.calls.push(call);
      return Promise.resolve(result);
    },
    enqueue: async () => [],
    claim: () => store.take('claim', store.due.splice(0)),
    renew: () => store.take('renew', undefined),
    settle: (_id: string, _lease: string, { kind }: { kind: string }) => store.take(`settle ${kind}`, true),
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
      store.isAway = true;
      return { kind: 'delivered', text: 'ok' };
    },
    log,
    OPTIONS,
  );
  runner.start();
  await vi.advanceTimersByTimeAsync(milliseconds);
  const during = store.calls.splice(0);
  store.isAway = false;
  await vi.advanceTimersByTimeAsync(20_000);
  const stopped = runner.stop();
  await vi.advanceTimersByTimeAsync(2000);
  await stopped;
  return { during, after: store.calls };
}

test('a fate is kept until the store is back, however long that takes', async () => {
  const { during, after } = await runThroughOutage(6 * 3_600_000);
  expect(during).toEqual(['claim']);
  expect(after).toContain('settle delivered');
});

test('behind an outage nothing is claimed before the fates that are known are recorded and leases renewed', async () => {
  const { after } = await runThroughOutage(60_000);
  const [claimed] = [after.indexOf('claim')];
  expect(claimed).toBeGreaterThan(after.indexOf('settle delivered'));
  expect(claimed).toBeGreaterThan(after.indexOf('renew'));
  expect(after).toContain('renew');
});
