/** Counters shared by all processes, exact to about a second and 0.5 % of the limit. */
export interface SharedCounters {
  /** Increments `key`; returns false if that exceeds `max` in the current window of `seconds`. */
  take(key: string, max: number, seconds: number): boolean;
}

/** Stores envelope senders that are too long for an SRS address. */
export interface SenderTokens {
  /** Stores `value` durably until `until`; storing the same token again extends the date. */
  put(token: string, value: string, until: Date): Promise<void>;
  get(token: string): Promise<string | null>;
}

/** Remembers messages whose client disconnected before our reply, across processes, to discard the retry. */
export interface DuplicateSuppression {
  /** `key` identifies a message by its envelope and its bytes. */
  remember(key: string): void;
  /** Calls `key` only if at least one message is remembered. */
  isDuplicate(key: () => string): boolean;
}

/** Greylisting (RFC 6647). */
export interface Greylist {
  /** Records an attempt; returns the seconds until it will be accepted, or 0 if it is accepted now. */
  secondsToWait(network: string, sender: string, recipient: string): Promise<number>;
}
