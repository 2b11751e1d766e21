import type { Readable } from 'node:stream';

/** A route for one recipient: where mail for it goes now, or why it is refused. */
export type Resolution =
  /** Forward to `destination` (an addr-spec as stored, local part untouched); `key` names the recipient in logs and queue rows. */
  | { kind: 'forward'; destination: string; key: string }
  /** Several destinations for a role address such as postmaster. */
  | { kind: 'fanout'; destinations: string[]; key: string }
  /** Mail is accepted by nobody: a permanent reply such as 550 5.1.1, in our own words. */
  | { kind: 'refuse'; code: number; enhanced: string; text: string }
  /** The recipient is one of our own rewritten senders; the host has verified nothing yet. */
  | { kind: 'bounce' };

/**
 * What the mail library asks of its host. Each call may reject: the library then answers 451 and accepts nothing.
 */
export interface Directory {
  /** Resolves one RCPT TO address whose domain is ours; `local` is lower-cased, without quotes, `+tag` still on it. */
  resolve(local: string): Promise<Resolution>;
}

/** A message body as it came: replayable any number of times, the same bytes each time. */
export interface Body {
  /** Length in bytes. */
  size: number;
  /** A fresh stream of the bytes. */
  open(): Readable;
}
