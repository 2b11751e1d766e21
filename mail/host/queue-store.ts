import type { Enqueued, LeasedCopy, Outcome, Settled, Traffic } from '../message/queued-message.ts';

/** Durable store of queued mail, shared by all processes. */
export interface QueueStore {
  /**
   * Commits messages and their copies in one transaction and returns their leases in order ('' if none was
   * requested). Rejects with OutcomeUnknown if the commit may have succeeded, with another error if it has not.
   */
  enqueue(items: Enqueued[]): Promise<string[]>;
  /**
   * Leases up to `limit` due copies of one kind of traffic, by default forwarded mail: round-robin by destination, at most
   * `perDestination` for each domain unless `wider` has another limit for it.
   */
  claim(
    limit: number,
    perDestination: number,
    leaseSeconds: number,
    wider?: ReadonlyMap<string, number>,
    traffic?: Traffic,
  ): Promise<LeasedCopy[]>;
  /** Extends leases that other processes have not taken. */
  renew(copies: { id: string; lease: string }[], leaseSeconds: number): Promise<void>;
  /**
   * Records an outcome, and stores its report in the same transaction. For a group, stores only the report of the last
   * copy, and only if no copy was delivered.
   */
  settle(id: string, lease: string, outcome: Outcome): Promise<Settled>;
  /** Calls `listener` whenever an enqueue or a retry command makes a copy due; returns a function that unsubscribes. */
  onEnqueued(listener: () => void): () => void;
}

/** The connection failed during the commit: the message may or may not be stored. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown';
}

/** A slot for an attempt to deliver one copy. Its holder must call either `start` or `release`, once. */
export interface DirectSlot {
  /** Lease, in seconds, with which the copy must be stored. */
  lease: number;
  /** Attempts the stored copy and records its outcome, as if the queue had claimed it. */
  start(copy: LeasedCopy): void;
  release(): void;
}

/** Attempts of copies by the process that stores them, without reading them from the queue again. */
export interface DirectAttempts {
  /** Takes a slot for a copy; null if the copy must wait in the queue for its turn. */
  take(copy: { destination: string; key: string }): DirectSlot | null;
}
