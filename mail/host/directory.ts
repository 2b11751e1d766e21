/** The current destination of mail for one recipient, or the reason why it is refused. */
export type Resolution =
  /**
   * Forward to `destination`, an addr-spec as stored, and to `others`. `destination` is null if only others get the mail. `key`
   * names the recipient for fairness, limits and records.
   */
  | { kind: 'forward'; destination: string | null; key: string; policy?: RecipientPolicy; others?: OtherInbox[] }
  /** A role address: one copy for each destination. */
  | { kind: 'fanout'; destinations: string[]; key: string }
  /** Accepts only reports about our mail (RFC 9990, RFC 8460). */
  | { kind: 'reports'; key: string }
  /** Accepted with 250 and discarded; the sender cannot detect this. */
  | { kind: 'drop'; key: string }
  /**
   * Rejected with the host's reply, e.g. 550, '5.1.1', 'No such address'. With a `key` the recipient exists, and the
   * rejection is recorded for them.
   */
  | { kind: 'refuse'; code: number; enhanced: string; text: string; key?: string };

/** An additional inbox of a recipient; `id` stays the same when its address changes. */
export interface OtherInbox {
  id: number;
  address: string;
}

/** The settings of one recipient. */
export interface RecipientPolicy {
  /** The recipient's second inbox, tried when `destination` has deferred mail for hours. */
  backup?: string;
  /** Blocked senders, lower-case: addresses, or `@domain` for a domain and its subdomains. */
  blocked?: ReadonlySet<string>;
  /** From of the forwarded copy is a reply address for the author, so that replies leave from the handle. */
  repliesThroughUs?: boolean;
  /** The people who write to the handle are recorded. */
  keepsContacts?: boolean;
  /** The handle has an automatic reply that may apply now. */
  autoReply?: boolean;
  /** Mailing lists whose mail may fail DMARC, lower-case: List-Ids, and domains for all lists below them. */
  lists?: ReadonlySet<string>;
}

/** Resolves recipients. If it rejects, the sender gets 451. */
export interface Directory {
  /** `local` is lower-case and unquoted, with its `+tag`. */
  resolve(local: string): Promise<Resolution>;
}

/** An inbox of a recipient. */
export interface Inbox {
  /** Null for the recipient's own inbox, and for the inboxes of a role address. */
  id: number | null;
  address: string;
  /** The inbox has reached its hourly limit: its copy waits, but the copies for other inboxes do not. */
  isFull?: boolean;
}

/**
 * Returns the inboxes of a recipient, its own first; empty if the recipient is rejected. Two inboxes may have the same
 * address.
 */
export function inboxesOf(resolution: Resolution): Inbox[] {
  if (resolution.kind === 'fanout') return resolution.destinations.map((address) => ({ id: null, address }));
  if (resolution.kind !== 'forward') return [];
  const { destination, others = [] } = resolution;
  return destination === null ? others : [{ id: null, address: destination }, ...others];
}
