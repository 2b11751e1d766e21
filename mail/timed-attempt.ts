import type { Transport } from './host/transport.ts';
import type { DeliveryResult } from './message/delivery-result.ts';
import type { OutgoingMessage } from './message/outgoing-message.ts';

/** A delivery attempt while somebody waits for its end. */
export interface TimedAttempt {
  /** How it ends, however late. Never rejects. */
  result: Promise<DeliveryResult>;
  /**
   * How it ended within so many milliseconds. When they run out before the final dot the attempt is given up and is
   * deferred; after it, the answer is 'in doubt' and the attempt goes on.
   */
  within(budget: number): Promise<DeliveryResult | 'in doubt'>;
}

/** Begins to deliver a parcel at once. */
export function startTimedAttempt(wayOut: Transport, parcel: OutgoingMessage): TimedAttempt {
  const giveUp = new AbortController();
  let dotted = false;
  const onDot = () => {
    dotted = true;
  };
  const result = wayOut
    .deliver(parcel, { signal: giveUp.signal, onDot })
    .catch((error: Error): DeliveryResult => ({ kind: 'deferred', code: 0, enhanced: '4.3.0', text: error.message }));
  return {
    result,
    async within(budget) {
      const spent = Promise.withResolvers<'spent'>();
      const timer = setTimeout(() => spent.resolve('spent'), budget);
      const first = await Promise.race([result, spent.promise]).finally(() => clearTimeout(timer));
      if (first !== 'spent') return first;
      if (dotted) return 'in doubt';
      giveUp.abort();
      return result;
    },
  };
}
