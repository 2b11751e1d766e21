import { expect, it } from 'vitest';
import { withTimeout } from './with-timeout.ts';

it('returns the result of a promise that settles before the signal aborts', async () => {
  const { signal } = new AbortController();
  expect(await withTimeout(Promise.resolve('done'), signal)).toBe('done');
  await expect(withTimeout(Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed');
});

it('returns null if the signal aborts first, also if it aborted before the call', async () => {
  const controller = new AbortController();
  const waiting = withTimeout(new Promise(() => {}), controller.signal);
  controller.abort();
  expect(await waiting).toBeNull();
  expect(await withTimeout(Promise.resolve('done'), controller.signal)).toBeNull();
  expect(await withTimeout(Promise.reject(new Error('unused')), controller.signal)).toBeNull();
});
