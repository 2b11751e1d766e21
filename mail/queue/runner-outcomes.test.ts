import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueueRunner as create, pass } from '../../tests/support/mail/queue-runner.ts';
import type { Outcome, Settled } from '../message/queued-message.ts';
import { recordOutcome } from './runner.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const COPY = { id: 'copy', lease: 'lease' };
const FAILED: Outcome = { kind: 'failed', text: 'no', report: null };

it.each<[Settled, boolean]>([
  ['settled', true],
  ['withheld', true],
  ['lost', false],
])('calls `onSettled` of a failed copy that was %s: %s', async (settled, isTold) => {
  const { store, log } = create();
  store.settle.mockResolvedValue(settled);
  const onSettled = vi.fn();
  await recordOutcome(store, COPY, { ...FAILED, onSettled }, log);
  expect(onSettled.mock.calls).toEqual(isTold ? [[settled]] : []);
  const warned = log.warn.mock.calls.map(([details]) => details);
  expect(warned).toMatchObject(isTold ? [] : [{ event: 'mail.queue.lease_lost', copy: 'copy', outcome: 'failed' }]);
});

it('records an outcome once the store is available, and logs about once a minute', async () => {
  const { store, log } = create();
  store.settle.mockRejectedValue(new Error('unavailable'));
  const recorded = recordOutcome(store, COPY, FAILED, log);
  await pass(0);
  const times: number[] = [];
  for (let at = 0; at < 2600; at += 100) {
    times.push(store.settle.mock.calls.length);
    await pass(100);
  }
  // After 0.2, 0.6 and 1.4 seconds, then every second.
  expect([times[1], times[2], times[5], times[6], times[13], times[14], times[23], times[24]]).toEqual([
    1, 2, 2, 3, 3, 4, 4, 5,
  ]);
  await pass(60_000);
  expect(log.error).toHaveBeenCalledTimes(2);
  expect(log.error.mock.calls[0]?.[0]).toMatchObject({
    event: 'mail.queue.record_failed',
    copy: 'copy',
    outcome: 'failed',
  });
  store.settle.mockResolvedValue('settled');
  await pass(1000);
  await recorded;
});
