import type { KeyObject } from 'node:crypto';
import type { Readable } from 'node:stream';

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

/** Bytes that can be read any number of times, the same each time. */
export interface Body {
  size: number;
  /** All of it in order, where it is held in memory: cheaper than a stream. */
  held?: readonly Buffer[];
  open(): Readable;
}

/** A message ready to leave for one destination. `id` is the same at every attempt. */
export interface OutgoingMessage {
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
export interface LeasedCopy {
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
  /** Leases of this copy that ran out: as many processes have most likely died while they tried it. */
  deaths: number;
  /** Seconds since the message was accepted, by the store's clock. */
  age: number;
  body: Body;
}

export interface Enqueued {
  message: QueuedMessage;
  recipients: QueuedRecipient[];
}

/** The fate of a claimed copy. `report` is stored in the same transaction that ends the copy. */
export type Outcome =
  | { kind: 'delivered'; words: string }
  /** `untried`: no server was asked, so it counts as no attempt. */
  | { kind: 'retry'; after: number; words: string; untried?: boolean }
  | { kind: 'failed'; words: string; report: Enqueued | null };

/** Durable store of mail that waits, shared by any number of processes. */
export interface QueueStore {
  /**
   * Commits messages and their copies in one transaction and answers the copies' leases in order ('' where none was
   * asked). Rejects with OutcomeUnknown when the commit may have happened, with anything else when it surely has not.
   */
  enqueue(items: Enqueued[]): Promise<string[]>;
  /**
   * Takes up to `limit` due copies, destinations in turn, at most `perDestination` under way for each domain, or as many as
   * `wider` says of it.
   */
  claim(
    limit: number,
    perDestination: number,
    leaseSeconds: number,
    wider?: ReadonlyMap<string, number>,
  ): Promise<LeasedCopy[]>;
  /** Keeps leases from ending for so many seconds from now; those that have passed to others stay there. */
  renew(held: { id: string; lease: string }[], leaseSeconds: number): Promise<void>;
  /** Records a fate; false when the lease had passed to another process, and nothing was changed. */
  settle(id: string, lease: string, fate: Outcome): Promise<boolean>;
  /** Calls back whenever something was enqueued that is due, or is to be tried now; answers how to stop. */
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

/** Counters that all processes of the host share, exact to about a second and a two-hundredth of the limit. */
export interface SharedCounters {
  /** Counts one under `key`; false when that is more than `most` within the present span of so many seconds. */
  take(key: string, most: number, seconds: number): boolean;
}

/** Remembers who has tried before (RFC 6647). */
export interface Greylist {
  /** Notes a try of this network, sender and recipient; answers for how many seconds more it must wait, 0 for none. */
  wait(network: string, sender: string, recipient: string): Promise<number>;
}

/** Messages whose senders left before they heard that we have them, shared by all processes that they may come back to. */
export interface DuplicateSuppression {
  /** `key` names a message by its envelope and its bytes. */
  remember(key: string): void;
  /** Whether this one has come before. `key` is asked for only when there is anything to compare it with. */
  knows(key: () => string): boolean;
}

/** One key of our domain, for DKIM and ARC. */
export interface SigningKey {
  selector: string;
  privateKey: KeyObject;
}

/** Results of authentication, in the words of RFC 8601. */
export type AuthResult = 'none' | 'neutral' | 'policy' | 'pass' | 'fail' | 'softfail' | 'temperror' | 'permerror';

/** What authentication of an original has found (RFC 7208, 6376, 9989, 8617). */
export interface AuthenticationVerdicts {
  spf: { result: AuthResult; domain: string };
  dkim: { result: AuthResult; domain: string; aligned: boolean }[];
  dmarc: { result: AuthResult; policy: 'none' | 'quarantine' | 'reject' | ''; domain: string };
  /** `trusted`: the chain holds, and a sealer we trust recorded dmarc=pass for the author that From names. */
  arc: { result: 'none' | 'pass' | 'fail'; sealer: string; trusted: boolean };
  /** SPF or a DKIM signature passed: mail that has to wait may be queued, and need not be left to the sender. */
  authenticated: boolean;
  /** The domain of MAIL FROM has vouched for this mail (SPF, or aligned DKIM): a notice may go there. */
  senderVouched: boolean;
  /** What is put behind our name in Authentication-Results: `spf=pass ...; dkim=pass ...`. */
  results: string;
}

/** One thing that happened to one copy of a message. */
export type FlightStep =
  /** First of all; `subject` and `author` as decoded text, kept only as the host's rules allow. */
  | {
      step: 'received';
      key: string;
      recipient: string;
      sender: string;
      author: string;
      subject: string;
      client: string;
      size: number;
    }
  /** `list`: the mailing list that the recipient could allow, so that its mail is no longer refused. */
  | { step: 'checked'; verdicts: AuthenticationVerdicts; note?: string; list?: string }
  | { step: 'changed'; changes: ('sender' | 'from' | 'sealed' | 'signed' | 'completed' | 'results-removed')[] }
  | { step: 'tried'; result: DeliveryResult; backup?: boolean }
  /** On the queue; `after` seconds until it is tried next. */
  | { step: 'queued'; after: number }
  /** Turned down by us, in the words the sender heard. */
  | { step: 'refused'; code: number; enhanced: string; words: string }
  | { step: 'dropped'; words: string }
  /** A notice of failure went to its sender, or to nobody where none may be told. */
  | { step: 'returned'; toSender: boolean; enhanced: string; words: string };

/** Hears what happens to mail. Never blocks, never throws; what it keeps is its own business. */
export interface Recorder {
  /** `id` is the copy's: all steps of one copy carry it. */
  note(id: string, step: FlightStep): void;
  /** Something that a person who runs this server should look at. */
  alarm(kind: 'reputation' | 'mailbox-full' | 'tls', host: string, words: string): void;
  /** Mail for this recipient, by its key, is put off because more came than `limit` in this hour. */
  limitReached(key: string, limit: number): void;
}

/** As `dns.promises.Resolver`: rejects with `code` ENOTFOUND or ENODATA for "none", anything else for "cannot tell". */
export interface Resolver {
  resolve(name: string, type: string): Promise<unknown>;
  /** Addresses with the seconds they hold, where the host can tell. */
  resolve4?(name: string, options: { ttl: true }): Promise<{ address: string; ttl: number }[]>;
  resolve6?(name: string, options: { ttl: true }): Promise<{ address: string; ttl: number }[]>;
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
export interface MailHost {
  directory: Directory;
  queue: QueueStore;
  tokens: SenderTokens;
  wayOut: Transport;
  /** For SPF, DKIM, DMARC, ARC and block lists. */
  resolver: Resolver;
  /** The key that signs now, for DKIM and ARC. */
  signingKey(): SigningKey;
  recorder: Recorder;
  rates: SharedCounters;
  /** Null where nobody is made to wait. */
  greylist: Greylist | null;
  unheard: DuplicateSuppression;
  /** Attempts copies that processes died of, in a process of its own; null where the fate is recorded already. Never rejects. */
  isolated?(claim: LeasedCopy, signal: AbortSignal): Promise<Outcome | null>;
  clock: Clock;
  log: Log;
}

/** Permanent or temporary is part of every result, never guessed from its words. */
export type DeliveryResult =
  /** `final` is false when a relay took it: handed on, not yet delivered. `host` is the server that spoke. */
  | { kind: 'delivered'; code: number; words: string; final: boolean; host?: string }
  | { kind: 'refused'; code: number; enhanced: string; words: string; host?: string }
  /**
   * Not now. `about` is set where the peer refused for good, but not because of this message: our address or name, a
   * full mailbox, or transport security that could not be had. That is worth an alarm, and waiting. `untried` where no
   * server was asked, because it is left alone for a while or has no place free.
   */
  | {
      kind: 'deferred';
      code: number;
      enhanced: string;
      words: string;
      host?: string;
      about?: 'reputation' | 'mailbox-full' | 'tls';
      untried?: true;
    };

export interface Watch {
  /** Aborted: give up, unless the final dot is on its way. */
  signal: AbortSignal;
  /** Called once, right before the final dot: from now on the peer may have the message. */
  onDot(): void;
}

/** One way mail leaves: a relay, the destination's MX, a folder. Never rejects: trouble is a deferred result. */
export interface Transport {
  deliver(parcel: OutgoingMessage, watch: Watch): Promise<DeliveryResult>;
  close(): Promise<void>;
}
