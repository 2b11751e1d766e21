import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { QueueStore } from '../host/queue-store.ts';
import type { DeliveryResult } from '../message/delivery-result.ts';
import { settleWhenConfirmed } from './unconfirmed-delivery.ts';

const log = { debug: () => {}, info: () => {}, warn: vi.fn(), error: () => {} };
const COPY = { id: 'copy', lease: 'lease' };
const DELIVERED: DeliveryResult = { kind: 'delivered', code: 250, text: 'ok', final: true };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function create() {
  const queue = { renew: vi.fn(async () => {}), settle: vi.fn(async () => 'settled' as const) };
  const pending = Promise.withResolvers<DeliveryResult>();
  const outcomeOf = ({ text }: DeliveryResult) => ({ kind: 'delivered' as const, text });
  const settled = settleWhenConfirmed(queue as unknown as QueueStore, COPY, pending.promise, outcomeOf, log);
  return { queue, pending, settled };
}

it('renews the lease of an unconfirmed copy every ten seconds until its reply, which it records', async () => {
  const { queue, pending, settled } = create();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(queue.renew).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(20_001);
  expect(queue.renew.mock.calls).toEqual(Array(3).fill([[COPY], 30]));
  expect(queue.settle).not.toHaveBeenCalled();
  pending.resolve(DELIVERED);
  await settled;
  expect(queue.settle.mock.calls).toEqual([['copy', 'lease', { kind: 'delivered', text: 'ok' }]]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queue.renew).toHaveBeenCalledTimes(3);
});

it('keeps waiting for the reply if the lease cannot be renewed', async () => {
  const { queue, pending, settled } = create();
  queue.renew.mockRejectedValueOnce(new Error('unavailable'));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(queue.renew).toHaveBeenCalledTimes(2);
  expect(log.warn.mock.calls).toMatchObject([[{ event: 'mail.queue.renew_failed' }, expect.any(String)]]);
  pending.resolve(DELIVERED);
  await settled;
  expect(queue.settle).toHaveBeenCalledOnce();
});

it('stops renewing after the attempt has thrown', async () => {
  const { queue, pending, settled } = create();
  pending.reject(new Error('broken'));
  await expect(settled).rejects.toThrow('broken');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queue.renew).not.toHaveBeenCalled();
});
