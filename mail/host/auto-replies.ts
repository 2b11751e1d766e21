/** The automatic reply of a handle. */
export interface AutoReply {
  /** The display name in From; empty for none. */
  name: string;
  /** Complete, with the name of the sender. */
  subject: string;
  text: string;
  /** Numbers of replies that the handle may send per hour and per day. */
  hourly: number;
  daily: number;
}

/** Automatic replies (RFC 3834). */
export interface AutoReplies {
  /**
   * Returns the reply that `sender` gets now from the handle, and marks it as sent in the same step; null if the handle
   * has no reply, or if the sender got one in the last few days. `name` is the sender's display name, cleaned; it may
   * be empty.
   */
  take(key: string, sender: { address: string; name: string }): Promise<AutoReply | null>;
  /** Removes the mark of a reply that was not sent; a later message then gets a reply. */
  release(key: string, address: string): Promise<void>;
}
