import { expect, it } from 'vitest';
import { DirectSlots } from './direct-slots.ts';

it('gives as many slots as there are, and another one after a release', () => {
  const slots = new DirectSlots(2);
  const first = slots.take('a.test', 'a', 10);
  expect(slots.take('b.test', 'b', 10)).not.toBeNull();
  expect([slots.size, slots.take('c.test', 'c', 10)]).toEqual([2, null]);
  first?.();
  expect(slots.size).toBe(1);
  expect(slots.take('c.test', 'c', 10)).not.toBeNull();
});

it.each<[string, (at: number) => [string, string], number]>([
  ['domain', (at) => ['a.test', `key ${at}`], 3],
  ['key', (at) => [`${at}.test`, 'key'], 5],
])('limits the slots of one %s, and can give released slots again', (_what, nameOf, max) => {
  const slots = new DirectSlots(100);
  const take = (at: number) => slots.take(...nameOf(at), 3);
  const taken = Array.from({ length: max }, (_, at) => take(at));
  expect(taken).not.toContain(null);
  expect(take(max)).toBeNull();
  expect(slots.size).toBe(max);
  taken[0]?.();
  taken[1]?.();
  expect([take(0), take(1)]).not.toContain(null);
  expect(take(0)).toBeNull();
  expect(slots.take('other.test', 'other', 3)).not.toBeNull();
});
