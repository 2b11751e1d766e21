/** The automatic reply of a handle. */
export interface AutoReply {
  subject: string;
  text: string;
}

/** Automatic replies (RFC 3834). */
export interface AutoReplies {
  /**
   * Returns the reply that `sender` gets now from the handle, and marks it as sent in the same step: null if there is none,
   * or if the sender got one in the last days.
   */
  take(key: string, sender: string): Promise<AutoReply | null>;
}
