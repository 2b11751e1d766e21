import type { Enqueued, LeasedCopy, Outcome } from '../message/queued-message.ts';

/** Durable store of mail that waits, shared by any number of processes. */
export interface QueueStore {
  /**
   * Commits messages and their copies in one transaction and answers the copies' leases in order ('' where none was
   * asked). Rejects with OutcomeUnknown when the commit may have happened, with anything else when it surely has not.
   */
  enqueue(items: Enqueued[]): Promise<string[]>;
  /**
   * Takes up to `limit` due copies, destinations in turn, at most `perDestination` under way for each domain, or as many as
   * `wider` says of it.
   */
  claim(
    limit: number,
    perDestination: number,
    leaseSeconds: number,
    wider?: ReadonlyMap<string, number>,
  ): Promise<LeasedCopy[]>;
  /** Keeps leases from ending for so many seconds from now; those that have passed to others stay there. */
  renew(held: { id: string; lease: string }[], leaseSeconds: number): Promise<void>;
  /** Records a fate; false when the lease had passed to another process, and nothing was changed. */
  settle(id: string, lease: string, fate: Outcome): Promise<boolean>;
  /** Calls back whenever something was enqueued that is due, or is to be tried now; answers how to stop. */
  onEnqueued(listener: () => void): () => void;
}

/** The commit was sent and its answer never came: the message may or may not be stored. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown';
}
