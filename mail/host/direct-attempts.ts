import type { LeasedCopy } from '../message/queued-message.ts';

/** A place for the attempt of one copy. Its holder calls `start` or `release`, once. */
export interface DirectSlot {
  /** Seconds of the lease with which the copy must be stored. */
  lease: number;
  /** Attempts the stored copy and records its outcome, as if the queue had claimed it. */
  start(copy: LeasedCopy): void;
  release(): void;
}

/** Attempts of copies by the process that stores them, without reading them from the queue again. */
export interface DirectAttempts {
  /** Takes a place for a copy; null if it must wait in the queue for its turn. */
  take(copy: { destination: string; key: string }): DirectSlot | null;
}
