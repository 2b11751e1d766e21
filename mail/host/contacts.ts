/** An author who wrote to a handle, whose reply address stands in From of the forwarded copy. */
export interface Contact {
  /** The recipient key of the handle. */
  key: string;
  /** The address of the handle. */
  handleAddress: string;
  /** The author's address and display name. */
  address: string;
  name: string;
}

/** The people who write to handles, and the addresses of ours that stand for them. */
export interface Contacts {
  /** Returns the local part that stands for an author at a handle, durably stored. Extends its validity. */
  tokenFor(key: string, author: { address: string; name: string }): Promise<string>;
  /** Returns whom a local part stands for; null if it is unknown or expired. */
  find(local: string): Promise<Contact | null>;
  /** Whether the author is blocked at the handle. */
  isBlocked(key: string, address: string): Promise<boolean>;
  /** Records that an author wrote. Never blocks, never throws. */
  received(key: string, author: { address: string; name: string }): void;
}
