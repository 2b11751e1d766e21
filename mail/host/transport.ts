import type { DeliveryResult } from '../message/delivery-result.ts';
import type { OutgoingMessage } from '../message/outgoing-message.ts';

export interface DeliveryControl {
  /** Aborts the attempt unless the final dot has been sent. */
  signal: AbortSignal;
  /** Called once, before the final dot is sent. After this call the receiver may have the message. */
  onDot(): void;
}

/** Delivers mail to a relay, the destination's MX or a folder. Never rejects: errors are deferred results. */
export interface Transport {
  deliver(message: OutgoingMessage, control: DeliveryControl): Promise<DeliveryResult>;
  close(): Promise<void>;
}
