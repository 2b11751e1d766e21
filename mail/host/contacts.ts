/** A person who writes to handles, or whom a handle writes to. */
export interface Correspondent {
  /** In lower case. */
  address: string;
  /** Display name; may be empty. */
  name: string;
}

/** What a reply address stands for, and who may use it. */
export interface ReplyTarget {
  /** The recipient key of the handle. */
  key: string;
  /** The address of the handle, and the display name that its owner has chosen for it; may be empty. */
  handleAddress: string;
  handleName: string;
  contact: Correspondent;
  /** The verified inboxes that may use the address. */
  inboxes: string[];
  /** Other inboxes of the handle, which a reply must not reveal either. */
  readers?: string[];
  /** Whether a reply may contain the address of the inbox. */
  allowInboxInText: boolean;
}

/** The people who write to handles, and the addresses of ours that stand for them. */
export interface Contacts {
  /**
   * Returns the local parts that stand for people at a handle, in order and durably stored. Extends their validity. The same
   * person has the same address at one handle, and another one at each other handle.
   */
  replyAddresses(key: string, people: Correspondent[]): Promise<string[]>;
  /** Returns what a local part stands for; null if it is unknown, expired or blocked, or if the handle has no replies. */
  find(local: string): Promise<ReplyTarget | null>;
  /** Records that an authenticated author wrote to the handle. Never blocks, never throws. */
  received(key: string, author: Correspondent): void;
  /** Records that the handle wrote to these addresses. Never blocks, never throws. */
  sent(key: string, addresses: string[]): void;
}
