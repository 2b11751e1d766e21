/** A person who writes to handles, or to whom a handle writes. */
export interface Correspondent {
  /** In lower case. */
  address: string;
  /** Display name; may be empty. */
  name: string;
}

/** The contact of a reply address, and the inboxes that may use it. */
export interface ReplyTarget {
  /** The recipient key of the handle. */
  key: string;
  /** The address of the handle, and the display name chosen by its owner, which may be empty. */
  handleAddress: string;
  handleName: string;
  contact: Correspondent;
  /** The verified inboxes that may use the address. */
  inboxes: string[];
  /** Other inboxes of the handle, which a reply must not reveal. */
  readers?: string[];
  /** Whether a reply may contain the address of the inbox. */
  allowInboxInText: boolean;
}

/** The people who write to handles, and their reply addresses at our domain. */
export interface Contacts {
  /**
   * Returns the local parts of the reply addresses of people at a handle, in order and durably stored. Extends the
   * validity of the addresses. A person has one reply address for each handle.
   */
  replyAddresses(key: string, people: Correspondent[]): Promise<string[]>;
  /** Returns the contact of a local part; null if it is unknown, expired or blocked, or if the handle has no replies. */
  find(local: string): Promise<ReplyTarget | null>;
  /** Records that an authenticated author wrote to the handle. Never blocks, never throws. */
  received(key: string, author: Correspondent): void;
  /** Records that the handle wrote to these addresses. Never blocks, never throws. */
  sent(key: string, addresses: string[]): void;
}
