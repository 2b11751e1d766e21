import type { Log } from '../host/log.ts';
import type { QueueStore } from '../host/queue-store.ts';
import type { DeliveryResult } from '../message/delivery-result.ts';
import type { Outcome } from '../message/queued-message.ts';
import { record } from './runner.ts';

/** How long this process keeps a copy in doubt to itself before others may try it; renewed while it lives. */
export const LEASE_SECONDS = 30;

/**
 * Keeps the lease of a copy whose final dot went out without an answer, and records the fate when the answer comes. A
 * process that dies meanwhile leaves the copy to the queue.
 */
export async function settleLater(
  queue: QueueStore,
  claim: { id: string; lease: string },
  answer: Promise<DeliveryResult>,
  fateOf: (result: DeliveryResult) => Outcome | Promise<Outcome>,
  log: Log,
): Promise<void> {
  const renewal = setInterval(
    () => queue.renew([claim], LEASE_SECONDS).catch((error) => log.warn({ err: error }, 'lease not renewed')),
    (LEASE_SECONDS * 1000) / 3,
  );
  const result = await answer.finally(() => clearInterval(renewal));
  await record(queue, claim, await fateOf(result), log);
}
