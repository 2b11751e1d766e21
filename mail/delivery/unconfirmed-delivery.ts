import type { QueueStore } from '../host/queue-store.ts';
import type { Log } from '../host/runtime.ts';
import type { DeliveryResult } from '../message/delivery-result.ts';
import type { Outcome } from '../message/queued-message.ts';
import { recordOutcome } from '../queue/runner.ts';

/** Lease of a copy whose delivery is unconfirmed; renewed while this process runs. */
export const LEASE_SECONDS = 30;

/**
 * Renews the lease of a copy whose final dot has had no reply yet, and records the outcome when the reply arrives. If
 * the process dies, the lease expires and the queue retries.
 */
export async function settleWhenConfirmed(
  queue: QueueStore,
  copy: { id: string; lease: string },
  pending: Promise<DeliveryResult>,
  outcomeOf: (result: DeliveryResult) => Outcome | Promise<Outcome>,
  log: Log,
): Promise<void> {
  const renewal = setInterval(
    () =>
      queue
        .renew([copy], LEASE_SECONDS)
        .catch((error) => log.warn({ event: 'mail.queue.renew_failed', err: error }, 'lease could not be renewed')),
    (LEASE_SECONDS * 1000) / 3,
  );
  const result = await pending.finally(() => clearInterval(renewal));
  await recordOutcome(queue, copy, await outcomeOf(result), log);
}
