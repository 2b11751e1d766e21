import { createHash } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';

/** How one attempt to send ended: a reply's code, no reply after the final dot, or cut off before the dot went out. */
export type Reply = number | 'none' | 'unsent';

/** One message of the load, and what was said about it. */
export interface Entry {
  id: number;
  sender: string;
  /** Where each recipient's mail goes, by the address that was written. */
  copies: { to: string; destination: string }[];
  size: number;
  /** SHA-256 of the bytes between DATA and the final dot. */
  hash: string;
  replies: Reply[];
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
