import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { registry } from './metrics/registry.ts';
import { WaitingItems, WriteBehind } from './write-behind.ts';

let waiting: WaitingItems<string, number>;
let writer: WriteBehind<Map<string, number>>;
let written: Record<string, number>[];
let failures: boolean[];
let droppedCounts: number[];
let isReachable: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  written = [];
  failures = [];
  droppedCounts = [];
  isReachable = true;
  waiting = new WaitingItems(4, (earlier, later) => earlier * 10 + later);
  writer = new WriteBehind({
    name: 'test',
    waiting,
    write: async (batch) => {
      await Promise.resolve();
      if (!isReachable) throw new Error('unreachable');
      written.push(Object.fromEntries(batch));
    },
    onFailure: (_error, _batch, isRepeated) => failures.push(isRepeated),
    onDropped: (count) => droppedCounts.push(count),
    intervalMs: 100,
    batchSize: 3,
  });
});
afterEach(async () => {
  isReachable = true;
  await writer.stop();
  vi.useRealTimers();
});

function add(...items: [string, number][]): void {
  for (const [key, value] of items) {
    waiting.add(key, value);
    writer.added();
  }
}
const unwritten = async () => {
  const { values = [] } = (await registry.getSingleMetric('nameplate_unwritten_items')?.get()) ?? {};
  return values.find(({ labels }) => labels.buffer === 'test')?.value;
};

it('writes items after the interval, and merges those with the same key', async () => {
  add(['a', 1], ['b', 2], ['a', 3]);
  await vi.advanceTimersByTimeAsync(99);
  expect(written).toEqual([]);
  expect(await unwritten()).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(written).toEqual([{ a: 13, b: 2 }]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(written).toHaveLength(1);
});

it('writes a full batch immediately, and items added during the write after the interval', async () => {
  add(['a', 1], ['b', 2], ['c', 3], ['d', 4]);
  await vi.advanceTimersByTimeAsync(0);
  expect(written).toEqual([{ a: 1, b: 2, c: 3 }]);
  await vi.advanceTimersByTimeAsync(100);
  expect(written).toEqual([{ a: 1, b: 2, c: 3 }, { d: 4 }]);
});

it('keeps at most its maximum while writes fail, retries every second, and reports the failures and the dropped items', async () => {
  isReachable = false;
  add(['a', 1], ['b', 2], ['c', 3]);
  await vi.advanceTimersByTimeAsync(999);
  expect(failures).toEqual([false]);
  add(['d', 4], ['e', 5], ['a', 6]);
  expect(waiting.size).toBe(4);
  await vi.advanceTimersByTimeAsync(1);
  expect(failures).toEqual([false, true]);
  isReachable = true;
  await vi.advanceTimersByTimeAsync(1100);
  expect(Object.assign({}, ...written)).toEqual({ a: 16, b: 2, c: 3, d: 4 });
  expect(droppedCounts).toEqual([1]);
});

it('flushes all waiting items, and rejects if the write fails', async () => {
  isReachable = false;
  add(['a', 1]);
  await expect(writer.flush()).rejects.toThrow('unreachable');
  isReachable = true;
  add(['b', 2], ['c', 3], ['d', 4]);
  await writer.flush();
  expect(written).toEqual([{ a: 1, b: 2, c: 3 }, { d: 4 }]);
  expect(waiting.size).toBe(0);
});

it('writes waiting items when it stops, after the write in progress', async () => {
  add(['a', 1], ['b', 2], ['c', 3], ['d', 4]);
  await writer.stop();
  expect(written).toEqual([{ a: 1, b: 2, c: 3 }, { d: 4 }]);
  expect(await unwritten()).toBeUndefined();
});

it('ends without a rejection if the database cannot be reached', async () => {
  isReachable = false;
  add(['a', 1]);
  await writer.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(failures).toEqual([false]);
});
