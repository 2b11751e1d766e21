import type { Inbox, Received } from '../../fakes/inbox.ts';
import { type Entry, hashOf } from './ledger.ts';

/** A letter of Nameplate's own that arrived. */
export interface Letter {
  to: string;
  bytes: Buffer;
}

/** One copy that a destination took. */
interface Copy {
  to: string;
  from: string;
  hash: string;
  size: number;
}

const nameOf = (id: number, destination: string) => `${id} ${destination}`;

/** All that arrived anywhere: copies of the load's messages, failure notices, letters. */
export class Sink {
  readonly letters: Letter[] = [];
  readonly copies = new Map<number, Copy[]>();
  /** Failure notices by message, with the address that each is about. */
  readonly returned = new Map<number, Set<string>>();
  /** What could not be understood. */
  readonly strange: string[] = [];
  private readonly hits = new Map<string, number>();
  private readonly inboxes: Inbox[];

  constructor(inboxes: Inbox[]) {
    this.inboxes = inboxes;
  }

  /** Reads what has arrived since the last time. */
  collect(entries: Map<number, Entry>): void {
    for (const inbox of this.inboxes) for (const message of inbox.received.splice(0)) this.sort(message, entries);
  }

  /** A fault struck between this copy's arrival and our engine's note of it: one more may come. */
  hit(id: number, destination: string): void {
    const name = nameOf(id, destination);
    this.hits.set(name, (this.hits.get(name) ?? 0) + 1);
  }

  hitsOf(id: number, destination: string): number {
    return this.hits.get(nameOf(id, destination)) ?? 0;
  }

  arrived(id: number, destination: string): Copy[] {
    return (this.copies.get(id) ?? []).filter(({ to }) => to === destination);
  }

  private sort({ from, to, bytes }: Received, entries: Map<number, Entry>): void {
    const text = bytes.toString('latin1');
    const id = Number(/^X-Faults-Id: (\d+)\r$/m.exec(text)?.[1]);
    const about = /^Final-Recipient: [^;]+; *(\S+)\r$/im.exec(text)?.[1];
    if (about !== undefined && to[0]?.endsWith('@senders.internal')) {
      const known = this.returned.get(id) ?? new Set();
      this.returned.set(id, known.add(about));
    } else if (id) {
      const size = entries.get(id)?.size ?? 0;
      const hash = hashOf(bytes.subarray(bytes.length - size));
      this.copies.set(id, [
        ...(this.copies.get(id) ?? []),
        ...to.map((address) => ({ to: address, from, hash, size })),
      ]);
    } else if (from.startsWith('no-reply@')) {
      this.letters.push(...to.map((address) => ({ to: address, bytes })));
    } else {
      this.strange.push(`to ${to.join(', ')}: ${text.slice(0, 200)}`);
    }
  }
}
