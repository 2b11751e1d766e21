/** Where mail for one recipient goes now, or why it is refused. */
export type Resolution =
  /** Forward to `destination`, an addr-spec as stored; `key` names the recipient for fairness, limits and records. */
  | { kind: 'forward'; destination: string; key: string; policy?: RecipientPolicy }
  /** A role address: one copy for each destination. */
  | { kind: 'fanout'; destinations: string[]; key: string }
  /** Taken with 250 and thrown away: the recipient wants no mail, and nobody to know. */
  | { kind: 'drop'; key: string }
  /**
   * Nobody takes this mail: a permanent reply in the host's words, e.g. 550, '5.1.1', 'No such address'. With a `key`
   * the recipient exists, and hears of it through the recorder.
   */
  | { kind: 'refuse'; code: number; enhanced: string; text: string; key?: string };

/** What a recipient wishes. */
export interface RecipientPolicy {
  /** Takes over when `destination` has deferred mail for hours. */
  backup?: string;
  /** Senders to turn away, lower-case: addresses, and `@domain` for everybody there and below it. */
  blocked?: ReadonlySet<string>;
  /** Mailing lists whose mail may fail DMARC, lower-case: List-Ids, and domains for all lists below them. */
  lists?: ReadonlySet<string>;
}

/** Who may receive. A rejection means "cannot tell now": the sender hears 451 and nothing is accepted. */
export interface Directory {
  /** Resolves one recipient of ours; `local` is lower-cased and unquoted, a `+tag` still on it. */
  resolve(local: string): Promise<Resolution>;
}
