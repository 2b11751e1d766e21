import type { Body } from './body.ts';

/** Mail that we forward or write ourselves, and mail that handles send. Each kind has its share of the queue. */
export type Traffic = 'forwarded' | 'sent';

/** A message in the queue. */
export interface QueuedMessage {
  id: string;
  /** Address for failure notices; empty for none. */
  reportTo: string;
  utf8: boolean;
  body: Body;
}

/** The copies of a message for one recipient with several inboxes. Its sender gets a bounce only if all of them fail. */
export interface CopyGroup {
  /** Also the id under which the copies are recorded. */
  id: string;
  /** Another copy was delivered before the copies of this group were stored. */
  isServed: boolean;
}

/** One copy of a queued message. */
export interface QueuedRecipient {
  id: string;
  /** Envelope sender of this copy; empty for the null sender. */
  from: string;
  destination: string;
  /** The address the sender wrote; empty for system emails. Resolved again at each attempt. */
  recipient: string;
  /** Copies with the same key share one turn, for fairness. */
  key: string;
  /** Seconds from now until the first attempt. */
  after: number;
  /** Lease, in seconds, for an attempt that this process has started; 0 if there is no attempt. */
  lease: number;
  /** Which of the recipient's several inboxes, whose address may change; absent for the recipient's own. */
  inbox?: number;
  /** Absent for a recipient with one inbox. */
  group?: CopyGroup;
  /** The inbox has reached its hourly limit: each attempt must first take a place within the limit. */
  overLimit?: true;
  /** The result of an attempt before the copy was stored; absent if there was none. */
  lastResult?: string;
  /** Mail that a handle sends: `recipient` is then the address of the handle, and `destination` is never resolved again. */
  traffic?: 'sent';
}

/**
 * Seconds after acceptance during which an automatic reply may be attempted. An attempt may take a quarter of an hour,
 * and a reply more than an hour late would confuse.
 */
export const AUTO_REPLY_SECONDS = 45 * 60;

/** Returns whether a copy is an automatic reply: all other mail that a handle sends has one of our return addresses. */
export function isAutoReply({ traffic, from }: Pick<QueuedRecipient, 'traffic' | 'from'>): boolean {
  return traffic === 'sent' && from === '';
}

const GUEST = 'guest:';

/** Returns the key of mail that the host composes for one of our recipients from a stranger's input. */
export function guestKey(recipient: string): string {
  return `${GUEST}${recipient}`;
}

/** Returns whether a copy contains text from a stranger, for whose identity no one vouches. */
export function isGuestMail({ key }: Pick<QueuedRecipient, 'key'>): boolean {
  return key.startsWith(GUEST);
}

/** A copy that only this process may attempt until its lease expires. */
export interface LeasedCopy {
  id: string;
  /** Proves ownership when the copy is settled. */
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
  /** Number of expired leases of this copy: most likely, a process died during each attempt. */
  crashes: number;
  /** Seconds since the message was accepted, by the store's clock. */
  age: number;
  body: Body;
  inbox?: number;
  /** The id of its group; absent for a recipient with one inbox. */
  group?: string;
  overLimit?: true;
  /**
   * The address has passed to another owner since the message was accepted: the message is returned, even if the
   * address has an inbox now.
   */
  forEarlierOwner?: true;
  traffic?: 'sent';
}

export interface Enqueued {
  message: QueuedMessage;
  recipients: QueuedRecipient[];
}

/** The outcome of an attempt. `report` is stored in the same transaction that removes the copy. */
export type Outcome =
  | { kind: 'delivered'; text: string }
  /** `untried`: no server was contacted, so it does not count as an attempt. */
  | { kind: 'retry'; after: number; text: string; untried?: boolean }
  | {
      kind: 'failed';
      text: string;
      report: Enqueued | null;
      /** Called once the outcome is stored. */
      onSettled?(settled: 'settled' | 'withheld'): void;
    };

/**
 * The result of recording an outcome. `lost`: another process holds the lease, and nothing changed. `withheld`: the
 * copy failed, but its report is not stored because another copy of its group was delivered or may still be delivered.
 */
export type Settled = 'settled' | 'withheld' | 'lost';
