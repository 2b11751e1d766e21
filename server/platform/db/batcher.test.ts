import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBatcher } from './batcher.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates a batcher whose batches end with `end`, and a list of the batches so far. */
function open(linger: number) {
  const batches: number[][] = [];
  const ends: (() => void)[] = [];
  const add = createBatcher<number, number>(
    (items) => {
      batches.push(items);
      return new Promise((resolve) => ends.push(() => resolve(items.map((item) => item * 10))));
    },
    { maxSize: 3, concurrency: 1, linger, retryAlone: () => false },
  );
  const end = async () => {
    ends.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { batches, add, end };
}

it('runs a single item immediately, and items that arrive in the meantime together', async () => {
  const { batches, add, end } = open(0);
  const results = Promise.all([1, 2, 3, 4, 5].map(add));
  expect(batches).toEqual([[1]]);
  await end();
  await end();
  await end();
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
  expect(await results).toEqual([10, 20, 30, 40, 50]);
});

it('waits for other items as long as `linger`, unless the batch is full', async () => {
  const { batches, add, end } = open(20);
  const first = add(1);
  await vi.advanceTimersByTimeAsync(10);
  const second = add(2);
  expect(batches).toEqual([]);
  await vi.advanceTimersByTimeAsync(10);
  expect(batches).toEqual([[1, 2]]);
  const rest = Promise.all([3, 4, 5, 6].map(add));
  await vi.advanceTimersByTimeAsync(100);
  expect(batches).toHaveLength(1);
  await end();
  expect(await Promise.all([first, second])).toEqual([10, 20]);
  expect(batches).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
  await end();
  expect(batches).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(20);
  expect(batches).toEqual([[1, 2], [3, 4, 5], [6]]);
  await end();
  expect(await rest).toEqual([30, 40, 50, 60]);
});
