import type { Body } from './body.ts';

/** A message ready to leave for one destination. `id` is the same at every attempt. */
export interface OutgoingMessage {
  id: string;
  /** Envelope sender; empty for the null sender. */
  from: string;
  to: string;
  body: Body;
  /** The message has header bytes outside ASCII and came under SMTPUTF8: a peer without it must not get it. */
  utf8: boolean;
}
