import type { Body } from './body.ts';

/** What is kept of a message beside its bytes. */
export interface QueuedMessage {
  id: string;
  /** Who hears about a failure; empty for nobody. */
  reportTo: string;
  utf8: boolean;
  body: Body;
}

/** One copy of a queued message. */
export interface QueuedRecipient {
  id: string;
  /** Envelope sender of this copy; empty for the null sender. */
  from: string;
  destination: string;
  /** The address the sender wrote; empty for letters of the host itself. Looked up again at each attempt. */
  recipient: string;
  /** Fairness: copies with one key wait in one line. */
  key: string;
  /** Seconds from now until the first attempt. */
  after: number;
  /** Seconds this process keeps the copy to itself, having an attempt under way; 0 for none. */
  lease: number;
}

/** A copy that this process alone may try until its lease ends. */
export interface LeasedCopy {
  id: string;
  /** Proves that the lease is still ours when the copy is settled. */
  lease: string;
  messageId: string;
  reportTo: string;
  from: string;
  destination: string;
  recipient: string;
  key: string;
  utf8: boolean;
  /** Attempts made before this one. */
  attempts: number;
  /** Leases of this copy that ran out: as many processes have most likely died while they tried it. */
  crashes: number;
  /** Seconds since the message was accepted, by the store's clock. */
  age: number;
  body: Body;
}

export interface Enqueued {
  message: QueuedMessage;
  recipients: QueuedRecipient[];
}

/** The fate of a claimed copy. `report` is stored in the same transaction that ends the copy. */
export type Outcome =
  | { kind: 'delivered'; text: string }
  /** `untried`: no server was asked, so it counts as no attempt. */
  | { kind: 'retry'; after: number; text: string; untried?: boolean }
  | { kind: 'failed'; text: string; report: Enqueued | null };
