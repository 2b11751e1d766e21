import type { DeliveryResult } from '../message/delivery-result.ts';
import type { OutgoingMessage } from '../message/outgoing-message.ts';

export interface DeliveryControl {
  /** Aborted: give up, unless the final dot is on its way. */
  signal: AbortSignal;
  /** Called once, right before the final dot: from now on the peer may have the message. */
  onDot(): void;
}

/** One way mail leaves: a relay, the destination's MX, a folder. Never rejects: trouble is a deferred result. */
export interface Transport {
  deliver(parcel: OutgoingMessage, watch: DeliveryControl): Promise<DeliveryResult>;
  close(): Promise<void>;
}
