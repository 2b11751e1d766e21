import { expect, test } from 'vitest';
import { Share } from './share.ts';

test('each key has its share, which comes back with time', () => {
  let now = 0;
  const share = new Share(3, 1000, { now: () => new Date(now) });
  const take = (key: string) => share.take(key);
  expect(['a', 'a', 'a', 'a', 'b'].map(take)).toEqual([true, true, true, false, true]);
  now = 999;
  expect(take('a')).toBe(false);
  now = 1001;
  expect(['a', 'a', 'a', 'a'].map(take)).toEqual([true, true, true, false]);
});

test('a flood of keys is forgotten, not kept', () => {
  const share = new Share(1, 1000, { now: () => new Date(0) });
  for (let key = 0; key < 20_000; key++) share.take(`k${key}`);
  expect(share.take('k19999')).toBe(false);
  expect(share.take('k0')).toBe(true);
});
