import { expect, it } from 'vitest';
import { AimdLimit } from './aimd-limit.ts';

it('halves the limit at each throttling reply, down to one, and lengthens the pause', () => {
  const pace = new AimdLimit(10);
  const seen: number[][] = [];
  for (let at = 0; at < 6; at++) {
    pace.decrease(at * 10_000, 0.5);
    seen.push([pace.current, pace.wait(at * 10_000)]);
  }
  expect(seen).toEqual([
    [5, 1000],
    [2, 2000],
    [1, 4000],
    [1, 8000],
    [1, 10_000],
    [1, 10_000],
  ]);
});

it('treats throttling replies within a second as one', () => {
  const pace = new AimdLimit(8);
  for (let at = 0; at < 5; at++) pace.decrease(at * 100, 0.5);
  expect(pace.current).toBe(4);
});

it('spaces messages by the pause', () => {
  const pace = new AimdLimit(8);
  pace.decrease(0, 0.5);
  expect(pace.wait(1000)).toBe(0);
  pace.started(1000);
  expect([pace.wait(1000), pace.wait(1000, 3), pace.wait(2000)]).toEqual([1000, 4000, 0]);
});

it('raises the limit by one after successful messages', () => {
  const pace = new AimdLimit(8);
  pace.decrease(0, 0.5);
  for (let i = 0; i < 4; i++) pace.succeeded();
  expect([pace.current, pace.isDefault]).toEqual([5, false]);
  for (let i = 0; i < 5 + 6 + 7; i++) pace.succeeded();
  expect([pace.current, pace.isDefault, pace.wait(5000)]).toEqual([8, true, 0]);
});
