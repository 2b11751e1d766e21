import { expect, test } from 'vitest';
import { DestinationConcurrency } from './destination-concurrency.ts';

function deliver(flow: DestinationConcurrency, times: number): void {
  for (let i = 0; i < times; i++) flow.recordAttempt('quick.test', true, 20);
}

test('room doubles with what goes out quickly, up to a bound', () => {
  const flow = new DestinationConcurrency(10, 50);
  deliver(flow, 9);
  expect(flow.raisedLimits(100)).toEqual(new Map());
  deliver(flow, 1);
  expect(flow.raisedLimits(100)).toEqual(new Map([['quick.test', 20]]));
  deliver(flow, 20);
  expect(flow.raisedLimits(100).get('quick.test')).toBe(40);
  deliver(flow, 1000);
  expect(flow.raisedLimits(100).get('quick.test')).toBe(50);
});

test.each([
  ['deferred', false, 20],
  ['slow', true, 2001],
])('one that is %s takes the destination back to the beginning', (_what, delivered, milliseconds) => {
  const flow = new DestinationConcurrency(10, 50);
  deliver(flow, 100);
  flow.recordAttempt('quick.test', delivered, milliseconds);
  expect(flow.raisedLimits(100)).toEqual(new Map());
  deliver(flow, 10);
  expect(flow.raisedLimits(100).get('quick.test')).toBe(20);
});

test('destinations do not learn from one another, and all is forgotten when told', () => {
  const flow = new DestinationConcurrency(10, 50);
  deliver(flow, 10);
  flow.recordAttempt('other.test', false, 20);
  expect(flow.raisedLimits(100).size).toBe(1);
  flow.clear();
  expect(flow.raisedLimits(100).size).toBe(0);
});

test('what the quick ones get beyond the others they share, and it is nothing where no place is to spare', () => {
  const flow = new DestinationConcurrency(10, 50);
  for (const domain of ['a.test', 'b.test', 'c.test', 'd.test']) {
    for (let i = 0; i < 100; i++) flow.recordAttempt(domain, true, 20);
  }
  expect([...flow.raisedLimits(100).values()]).toEqual([35, 35, 35, 35]);
  expect([...flow.raisedLimits(30).values()]).toEqual([17, 17, 17, 17]);
  expect([...flow.raisedLimits(-50).values()]).toEqual([10, 10, 10, 10]);
});
