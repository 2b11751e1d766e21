/** Remembers messages whose client disconnected before our reply, across processes, to discard the retry. */
export interface DuplicateSuppression {
  /** `key` names a message by its envelope and its bytes. */
  remember(key: string): void;
  /** `key` is called only if a message is remembered. */
  isDuplicate(key: () => string): boolean;
}
