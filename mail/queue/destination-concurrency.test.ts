import { expect, it } from 'vitest';
import { DestinationConcurrency } from './destination-concurrency.ts';

function deliver(limits: DestinationConcurrency, times: number): void {
  for (let i = 0; i < times; i++) limits.recordAttempt('fast.test', true, 20);
}

it('doubles the limit after fast deliveries, up to the maximum', () => {
  const limits = new DestinationConcurrency(10, 50);
  deliver(limits, 9);
  expect(limits.raisedLimits(100)).toEqual(new Map());
  deliver(limits, 1);
  expect(limits.raisedLimits(100)).toEqual(new Map([['fast.test', 20]]));
  deliver(limits, 20);
  expect(limits.raisedLimits(100).get('fast.test')).toBe(40);
  deliver(limits, 1000);
  expect(limits.raisedLimits(100).get('fast.test')).toBe(50);
});

it.each([
  ['deferred', false, 20],
  ['slow', true, 2001],
])('resets the limit after a %s delivery', (_what, delivered, milliseconds) => {
  const limits = new DestinationConcurrency(10, 50);
  deliver(limits, 100);
  limits.recordAttempt('fast.test', delivered, milliseconds);
  expect(limits.raisedLimits(100)).toEqual(new Map());
  deliver(limits, 10);
  expect(limits.raisedLimits(100).get('fast.test')).toBe(20);
});

it('keeps a separate limit for each destination and resets all on clear()', () => {
  const limits = new DestinationConcurrency(10, 50);
  deliver(limits, 10);
  limits.recordAttempt('other.test', false, 20);
  expect(limits.raisedLimits(100).size).toBe(1);
  limits.clear();
  expect(limits.raisedLimits(100).size).toBe(0);
});

it('divides the spare slots among the fast destinations and raises no limit without spare slots', () => {
  const limits = new DestinationConcurrency(10, 50);
  for (const domain of ['a.test', 'b.test', 'c.test', 'd.test']) {
    for (let i = 0; i < 100; i++) limits.recordAttempt(domain, true, 20);
  }
  expect([...limits.raisedLimits(100).values()]).toEqual([35, 35, 35, 35]);
  expect([...limits.raisedLimits(30).values()]).toEqual([17, 17, 17, 17]);
  expect([...limits.raisedLimits(-50).values()]).toEqual([10, 10, 10, 10]);
});
