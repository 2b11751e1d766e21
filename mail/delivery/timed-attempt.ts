import type { Transport } from '../host/transport.ts';
import type { DeliveryResult } from '../message/delivery-result.ts';
import type { OutgoingMessage } from '../message/outgoing-message.ts';
import { withTimeout } from '../message/time.ts';

/** A delivery attempt with a time limit for its caller. */
export interface TimedAttempt {
  /** The final result, however late. Never rejects. */
  result: Promise<DeliveryResult>;
  /**
   * Returns the result within `budget` milliseconds. If the time runs out before the final dot, aborts and defers the
   * attempt; if it runs out later, returns 'in doubt' while the attempt continues.
   */
  within(budget: number): Promise<DeliveryResult | 'in doubt'>;
}

/** Starts delivering a message. */
export function startTimedAttempt(transport: Transport, message: OutgoingMessage): TimedAttempt {
  const abort = new AbortController();
  let dotSent = false;
  const onDot = () => {
    dotSent = true;
  };
  const result = transport
    .deliver(message, { signal: abort.signal, onDot })
    .catch((error: Error): DeliveryResult => ({ kind: 'deferred', code: 0, enhanced: '4.3.0', text: error.message }));
  return {
    result,
    async within(budget) {
      const inTime = await withTimeout(result, budget);
      if (inTime) return inTime;
      if (dotSent) return 'in doubt';
      abort.abort();
      return result;
    },
  };
}
