/** Messages whose senders left before they heard that we have them, shared by all processes that they may come back to. */
export interface DuplicateSuppression {
  /** `key` names a message by its envelope and its bytes. */
  remember(key: string): void;
  /** Whether this one has come before. `key` is asked for only when there is anything to compare it with. */
  isDuplicate(key: () => string): boolean;
}
