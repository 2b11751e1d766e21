/** Stores envelope senders that are too long for an SRS address. */
export interface SenderTokens {
  /** Stores `value` durably until `until`; the same token again extends the date. */
  put(token: string, value: string, until: Date): Promise<void>;
  get(token: string): Promise<string | null>;
}
