/** A client that authenticated with an app password of one handle, or the verified inbox of the handle that sends a reply. */
export interface Submitter {
  /** Null for a reply. */
  passwordId: number | null;
  /** The recipient key of the handle, as in Resolution. */
  key: string;
  /** The address of the handle. From must be this address, or this address with a `+tag`. */
  address: string;
}

/** A refusal with the host's reply, e.g. 550, '5.7.1', 'Sending is paused'. */
export interface SubmissionRefusal {
  code: number;
  enhanced: string;
  text: string;
}

/** Decides which clients may send, and how much. If a method rejects, the client gets a temporary failure. */
export interface SubmissionPolicy {
  /** Checks an app password; null if the user name and password do not match. `client` is the IP address. */
  authenticate(user: string, password: string, client: string): Promise<Submitter | null>;
  /**
   * Returns why the submitter must not send now: a revoked password, an expired plan, a pause. Called for each message.
   * After a refusal with 535, as for a revoked password, the client must authenticate again; a refusal with 421 closes
   * the session.
   */
  check(submitter: Submitter): Promise<SubmissionRefusal | null>;
  /** Returns which recipients are suppressed because their mailbox does not exist, lower-case. */
  suppressed(key: string, recipients: string[]): Promise<Set<string>>;
  /**
   * Adds recipients to the counts of the limits, in one atomic step for all processes; adds none if it returns a
   * refusal.
   */
  reserve(key: string, recipients: number): Promise<SubmissionRefusal | null>;
  /** Returns the handle's verified inbox, which gets failure notices; null if it has no such inbox. */
  inboxOf(key: string): Promise<string | null>;
  /** Returns the addresses that a submitter's mail must not show: all inboxes, and the address of the account. */
  hiddenAddressesOf(key: string): Promise<string[]>;
  /**
   * A sent message to `recipient` failed permanently. `hard`: its mailbox does not exist. `isCounted` (true by default): it
   * counts towards a pause. Never blocks, never throws.
   */
  bounced(key: string, recipient: string, enhanced: string, hard: boolean, isCounted?: boolean): void;
}

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
