import { createHash } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';

/** How one attempt to send ended: a reply's code, no reply after the final dot, or cut off before the dot went out. */
export type Reply = number | 'none' | 'unsent';

/** One message of the load, and what was said about it. */
export interface Entry {
  id: number;
  /** The envelope sender; empty for the null sender. */
  sender: string;
  /** Where each recipient's mail goes, by the address that was written; `backup` is the recipient's second inbox. */
  copies: { to: string; destination: string; backup?: string }[];
  size: number;
  /** SHA-256 of the bytes between DATA and the final dot. */
  hash: string;
  replies: Reply[];
  /** Bounces that a destination sent to our return address after it had taken the copy for `to`. */
  bounces?: { to: string; replies: Reply[] }[];
}

/** Whether SPF passes for the envelope sender: only such a sender may get a failure notice. */
export function isVerified({ sender }: Entry): boolean {
  return sender.endsWith('@senders.internal');
}

/** The number of the message that a row of the queue belongs to; 0 for mail of our own. Failure notices are counted with it. */
export function idOf({ sender, destination, recipient }: QueuedRow): number {
  // A null sender leaves its number in the tag of the recipient only.
  const found = /=f(\d+)@/.exec(sender) ?? /\+f(\d+)@/.exec(recipient) ?? /^f(\d+)@/.exec(destination);
  return Number(found?.[1] ?? 0);
}

/** What the queue knows of one copy. */
export interface QueuedRow {
  sender: string;
  destination: string;
  recipient: string;
}

/** What was sent: on disk before the first byte of it leaves, so that not even a crash of this process hides a loss. */
export class Ledger {
  readonly entries = new Map<number, Entry>();
  private readonly file: number;

  constructor(path: string) {
    this.file = openSync(path, 'a', 0o600);
  }

  /** Writes a message down and syncs. */
  intend(entry: Entry): void {
    this.entries.set(entry.id, entry);
    const { id, sender, copies, size, hash } = entry;
    writeSync(this.file, `${JSON.stringify({ id, sender, copies, size, hash })}\n`);
    fdatasyncSync(this.file);
  }

  /** Writes down that a destination returns a copy, before the first byte of its bounce leaves. */
  intendBounce(entry: Entry, to: string): void {
    entry.bounces = [...(entry.bounces ?? []), { to, replies: [] }];
    writeSync(this.file, `${JSON.stringify({ id: entry.id, bounceOf: to })}\n`);
    fdatasyncSync(this.file);
  }

  heard(entry: Entry, reply: Reply): void {
    entry.replies.push(reply);
    writeSync(this.file, `${JSON.stringify({ id: entry.id, reply })}\n`);
  }

  close(): void {
    closeSync(this.file);
  }
}

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
