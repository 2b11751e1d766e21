import type { Readable } from 'node:stream';

/** Where mail for one recipient goes now, or why it is refused. */
export type Resolution =
  /** Forward to `destination`, an addr-spec as stored; `key` names the recipient's owner for fairness and logs. */
  | { kind: 'forward'; destination: string; key: string }
  /** A role address: one copy for each destination. */
  | { kind: 'fanout'; destinations: string[]; key: string }
  /** Nobody takes this mail: a permanent reply in the host's words, e.g. 550, '5.1.1', 'No such address'. */
  | { kind: 'refuse'; code: number; enhanced: string; text: string };

/** Who may receive. A rejection means "cannot tell now": the sender hears 451 and nothing is accepted. */
export interface Directory {
  /** Resolves one recipient of ours; `local` is lower-cased and unquoted, a `+tag` still on it. */
  resolve(local: string): Promise<Resolution>;
}

/** Bytes that can be read any number of times, the same each time. */
export interface Body {
  size: number;
  open(): Readable;
}

/** A message ready to leave for one destination. `id` is the same at every attempt. */
export interface Parcel {
  id: string;
  /** Envelope sender; empty for the null sender. */
  from: string;
  to: string;
  body: Body;
  /** The message has header bytes outside ASCII and came under SMTPUTF8: a peer without it must not get it. */
  utf8: boolean;
}

/** What is kept of a message beside its bytes. */
export interface QueuedMessage {
  id: string;
  /** Who hears about a failure; empty for nobody. */
  reportTo: string;
  utf8: boolean;
  body: Body;
}

/** One copy of a queued message. */
export interface QueuedRecipient {
  id: string;
  /** Envelope sender of this copy; empty for the null sender. */
  from: string;
  destination: string;
  /** The address the sender wrote; empty for letters of the host itself. Looked up again at each attempt. */
  recipient: string;
  /** Fairness: copies with one key wait in one line. */
  key: string;
  /** Seconds from now until the first attempt. */
  after: number;
  /** Seconds this process keeps the copy to itself, having an attempt under way; 0 for none. */
  lease: number;
}

/** A copy that this process alone may try until its lease ends. */
export interface Claim {
  id: string;
  /** Proves that the lease is still ours when the copy is settled. */
  lease: string;
  messageId: string;
  reportTo: string;
  from: string;
  destination: string;
  recipient: string;
  key: string;
  utf8: boolean;
  /** Attempts made before this one. */
  attempts: number;
  /** Seconds since the message was accepted, by the store's clock. */
  age: number;
  body: Body;
}

export interface Enqueued {
  message: QueuedMessage;
  recipients: QueuedRecipient[];
}

/** The fate of a claimed copy. `report` is stored in the same transaction that ends the copy. */
export type Fate =
  | { kind: 'delivered'; words: string }
  | { kind: 'retry'; after: number; words: string }
  | { kind: 'failed'; words: string; report: Enqueued | null };

/** Durable store of mail that waits, shared by any number of processes. */
export interface QueueStore {
  /**
   * Commits messages and their copies in one transaction and answers the copies' leases in order ('' where none was
   * asked). Rejects with OutcomeUnknown when the commit may have happened, with anything else when it surely has not.
   */
  enqueue(items: Enqueued[]): Promise<string[]>;
  /** Takes up to `limit` due copies, destinations in turn, at most `perDestination` under way for each domain. */
  claim(limit: number, perDestination: number, leaseSeconds: number): Promise<Claim[]>;
  /** Keeps leases from ending for so many seconds from now; those that have passed to others stay there. */
  renew(held: { id: string; lease: string }[], leaseSeconds: number): Promise<void>;
  /** Records a fate; false when the lease had passed to another process, and nothing was changed. */
  settle(id: string, lease: string, fate: Fate): Promise<boolean>;
  /** Calls back whenever this process, or another the store hears of, has enqueued; answers how to stop. */
  onEnqueued(listener: () => void): () => void;
}

/** The commit was sent and its answer never came: the message may or may not be stored. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown';
}

/** Envelope senders too long to be carried inside an address. */
export interface SenderTokens {
  /** Stores `value` under `token`, durably, before it resolves; the same token again renews its date. */
  put(token: string, value: string, until: Date): Promise<void>;
  get(token: string): Promise<string | null>;
}

/** As `dns.promises.Resolver`: rejects with `code` ENOTFOUND or ENODATA for "none", anything else for "cannot tell". */
export interface Resolver {
  resolve(name: string, type: string): Promise<unknown>;
}

export interface Clock {
  now(): Date;
}

/** As pino: details first, then the sentence. */
export interface Log {
  debug(details: object, text: string): void;
  info(details: object, text: string): void;
  warn(details: object, text: string): void;
  error(details: object, text: string): void;
}

/** What the mail library asks of its host. */
export interface MailPorts {
  directory: Directory;
  queue: QueueStore;
  tokens: SenderTokens;
  wayOut: WayOut;
  clock: Clock;
  log: Log;
}

/** Permanent or temporary is part of every result, never guessed from its words. */
export type DeliveryResult =
  /** `final` is false when a relay took it: handed on, not yet delivered. */
  | { kind: 'delivered'; code: number; words: string; final: boolean }
  | { kind: 'refused'; code: number; enhanced: string; words: string }
  | { kind: 'deferred'; code: number; enhanced: string; words: string };

export interface Watch {
  /** Aborted: give up, unless the final dot is on its way. */
  signal: AbortSignal;
  /** Called once, right before the final dot: from now on the peer may have the message. */
  onDot(): void;
}

/** One way mail leaves: a relay, the destination's MX, a folder. Never rejects: trouble is a deferred result. */
export interface WayOut {
  deliver(parcel: Parcel, watch: Watch): Promise<DeliveryResult>;
  close(): Promise<void>;
}
