/** Envelope senders too long to be carried inside an address. */
export interface SenderTokens {
  /** Stores `value` under `token`, durably, before it resolves; the same token again renews its date. */
  put(token: string, value: string, until: Date): Promise<void>;
  get(token: string): Promise<string | null>;
}
