/** One copy of a message that a handle sent: the recipient key of the handle, and the id of the copy. */
export interface SentCopy {
  key: string;
  id: string;
}

/** Looks up mail that handles sent. */
export interface SentMail {
  /** Returns the recipient of a copy that the handle sent in the last weeks; null if it is unknown. */
  recipientOf(copy: SentCopy): Promise<string | null>;
}
