import { expect, it, vi } from 'vitest';
import { withTimeout } from './with-timeout.ts';

const never = new Promise<string>(() => {});

it('settles like the promise, and leaves no timer', async () => {
  vi.useFakeTimers();
  expect(await withTimeout(Promise.resolve('done'), 1000, () => 'late')).toBe('done');
  await expect(withTimeout(Promise.reject(new Error('failed')), 1000, () => 'late')).rejects.toThrow('failed');
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

it('after the timeout, returns or throws what the caller chose', async () => {
  expect(await withTimeout(never, 1, () => 'late')).toBe('late');
  const fail = () => {
    throw new Error('too late');
  };
  await expect(withTimeout(never, 1, fail)).rejects.toThrow('too late');
});

it('ignores a rejection after the timeout', async () => {
  const { promise, reject } = Promise.withResolvers<string>();
  expect(await withTimeout(promise, 1, () => 'late')).toBe('late');
  // An unhandled rejection would fail the test run.
  reject(new Error('nobody waits'));
  await new Promise(setImmediate);
});
