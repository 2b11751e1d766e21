import { expect, it } from 'vitest';
import { withTimeout } from './time.ts';

it('returns the result of a promise that settles before the signal aborts', async () => {
  const { signal } = new AbortController();
  expect(await withTimeout(Promise.resolve('done'), signal)).toBe('done');
  await expect(withTimeout(Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed');
});

it('returns null after a number of milliseconds, and ignores a later rejection', async () => {
  const late = Promise.withResolvers<string>();
  expect(await withTimeout(late.promise, 1)).toBeNull();
  late.reject(new Error('unused'));
  expect(await withTimeout(Promise.resolve('done'), 60_000)).toBe('done');
});

it('returns null if the signal aborts first, even before the call', async () => {
  const controller = new AbortController();
  const waiting = withTimeout(new Promise(() => {}), controller.signal);
  controller.abort();
  expect(await waiting).toBeNull();
  expect(await withTimeout(Promise.resolve('done'), controller.signal)).toBeNull();
  expect(await withTimeout(Promise.reject(new Error('unused')), controller.signal)).toBeNull();
});
