import type { Body } from './body.ts';

/** Mail that we forward or write ourselves, and mail that handles send: each has its share of the queue. */
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
  /** Another copy was delivered before these were stored. */
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
  /** Seconds of the lease for an attempt that this process has started; 0 for none. */
  lease: number;
  /** The inbox among several of the recipient, which may get another address; absent for its own. */
  inbox?: number;
  /** Absent for a recipient with one inbox. */
  group?: CopyGroup;
  /** The inbox has reached its hourly limit, so that each attempt counts against it first. */
  overLimit?: true;
  /** The result of an attempt before the copy was stored; absent if there was none. */
  lastResult?: string;
  /** Mail that a handle sends: `recipient` is then the address of the handle, and `destination` is never resolved again. */
  traffic?: 'sent';
}

/**
 * Seconds from acceptance in which an automatic reply may be attempted. An attempt may take a quarter of an hour, and a reply
 * more than an hour late would confuse.
 */
export const AUTO_REPLY_SECONDS = 45 * 60;

/** Whether a copy is an automatic reply: other mail that a handle sends has a return address of ours. */
export function isAutoReply({ traffic, from }: Pick<QueuedRecipient, 'traffic' | 'from'>): boolean {
  return traffic === 'sent' && from === '';
}

const GUEST = 'guest:';

/** Returns the key of mail that the host composes for a recipient of ours from what a stranger has typed. */
export function guestKey(recipient: string): string {
  return `${GUEST}${recipient}`;
}

/** Whether a copy has text of a stranger, so that nobody vouches for its author. */
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
  /** Expired leases of this copy: most likely its process died during the attempt. */
  crashes: number;
  /** Seconds since the message was accepted, by the store's clock. */
  age: number;
  body: Body;
  inbox?: number;
  /** The id of its group; absent for a recipient with one inbox. */
  group?: string;
  overLimit?: true;
  /** The address has passed to somebody else since the message was accepted: it is returned, whatever inbox there is now. */
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
 * What became of an outcome. `lost`: another process holds the lease, so that nothing changed. `withheld`: the copy failed, but
 * another copy of its group was delivered or still may be, so that its report is not stored.
 */
export type Settled = 'settled' | 'withheld' | 'lost';
