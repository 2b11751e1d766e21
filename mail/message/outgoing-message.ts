import type { Body } from './body.ts';

/** A message ready for delivery to one destination. `id` is the same in every attempt. */
export interface OutgoingMessage {
  id: string;
  /** Envelope sender; empty for the null sender. */
  from: string;
  to: string;
  body: Body;
  /** The header is not ASCII, so the receiver must support SMTPUTF8. */
  utf8: boolean;
  /** Mail that a handle sends, which may leave from a different source address. */
  traffic?: 'sent';
}
