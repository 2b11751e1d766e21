import { createHash } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';

/** The result of one attempt: the reply code, no reply after the final dot, or a cut before the final dot. */
export type Reply = number | 'none' | 'unsent';

/** One message of the load, and the replies to it. */
export interface Entry {
  id: number;
  /** The envelope sender; empty for the null sender. */
  sender: string;
  /**
   * The destinations of each recipient, by the written address: several for a recipient with several inboxes. `backup` is the
   * second inbox.
   */
  copies: { to: string; destination: string; backup?: string }[];
  size: number;
  /** SHA-256 of the bytes between DATA and the final dot. */
  hash: string;
  replies: Reply[];
  /** A handle sent the message: the envelope sender that leaves is a return address for sent mail. */
  isSubmitted?: true;
  /** Bounces that a destination sent to our return address after it had accepted the copy for `to`. */
  bounces?: { to: string; replies: Reply[] }[];
}

/** Returns whether SPF passes for the envelope sender: only such a sender may get a failure notice. */
export function isVerified({ sender }: Entry): boolean {
  return sender.endsWith('@senders.internal');
}

/** Returns the number of the message of a queue row, or 0 for system emails. A failure notice has the number of its message. */
export function idOf({ sender, destination, recipient }: QueuedRow): number {
  // Mail from the null sender has its number only in the tag of the recipient.
  const found =
    /=f(\d+)@/.exec(sender) ??
    /\+f(\d+)@/.exec(recipient) ??
    /^f(\d+)@/.exec(destination) ??
    /\+f(\d+)@/.exec(destination);
  return Number(found?.[1] ?? 0);
}

/** The queue row of one copy. */
export interface QueuedRow {
  sender: string;
  destination: string;
  recipient: string;
}

/** The record of sent messages, written to disk before the first byte, so that the harness can crash without hiding a loss. */
export class Ledger {
  readonly entries = new Map<number, Entry>();
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, 'a', 0o600);
  }

  /** Records a message and syncs the file. */
  recordMessage(entry: Entry): void {
    this.entries.set(entry.id, entry);
    const { id, sender, copies, size, hash } = entry;
    writeSync(this.#file, `${JSON.stringify({ id, sender, copies, size, hash })}\n`);
    fdatasyncSync(this.#file);
  }

  /** Records that a destination returns a copy, before the first byte of the bounce is sent. */
  recordBounce(entry: Entry, to: string): void {
    entry.bounces = [...(entry.bounces ?? []), { to, replies: [] }];
    writeSync(this.#file, `${JSON.stringify({ id: entry.id, bounceOf: to })}\n`);
    fdatasyncSync(this.#file);
  }

  recordReply(entry: Entry, reply: Reply): void {
    entry.replies.push(reply);
    writeSync(this.#file, `${JSON.stringify({ id: entry.id, reply })}\n`);
  }

  close(): void {
    closeSync(this.#file);
  }
}

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
