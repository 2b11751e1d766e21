import type { Inbox, Received } from '../../../fakes/inbox.ts';
import { type Entry, hashOf } from '../judge/ledger.ts';

/** An email written by Nameplate that arrived. */
export interface ReceivedEmail {
  to: string;
  bytes: Buffer;
}

/** One copy that a destination accepted. */
interface Copy {
  to: string;
  from: string;
  hash: string;
  size: number;
}

const nameOf = (id: number, destination: string) => `${id} ${destination}`;

/** Everything that arrived: copies of the load's messages, failure notices, emails. */
export class Sink {
  readonly emails: ReceivedEmail[] = [];
  readonly copies = new Map<number, Copy[]>();
  /** The number of failure notices by message and recipient. */
  readonly returned = new Map<number, Map<string, number>>();
  /** The number of automatic replies to the sender of each message. */
  readonly autoReplies = new Map<number, number>();
  /** Destinations that reject permanently in this round: only their mail may be returned. */
  readonly rejecting = new Set<string>();
  /** Messages that could not be classified. */
  readonly unclassified: string[] = [];
  readonly #hits = new Map<string, number>();
  readonly #inboxes: Inbox[];

  constructor(inboxes: Inbox[]) {
    this.#inboxes = inboxes;
  }

  /** Reads the messages that arrived since the last call. */
  collect(entries: Map<number, Entry>): void {
    for (const inbox of this.#inboxes) for (const message of inbox.received.splice(0)) this.#sort(message, entries);
  }

  /** Allows one more arrival of a copy, because a fault occurred after its arrival and before the queue recorded it. */
  hit(id: number, destination: string): void {
    const name = nameOf(id, destination);
    this.#hits.set(name, (this.#hits.get(name) ?? 0) + 1);
  }

  hitsOf(id: number, destination: string): number {
    return this.#hits.get(nameOf(id, destination)) ?? 0;
  }

  arrived(id: number, destination: string): Copy[] {
    return (this.copies.get(id) ?? []).filter(({ to }) => to === destination);
  }

  /** Returns how many failure notices about one message reached its sender, and 0 for any other destination. */
  noticesTo(id: number, destination: string): number {
    if (destination !== `f${id}@senders.internal`) return 0;
    return [...(this.returned.get(id)?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  }

  #sort({ from, to, bytes }: Received, entries: Map<number, Entry>): void {
    const text = bytes.toString('latin1');
    const id = Number(/^X-Faults-Id: (\d+)\r$/m.exec(text)?.[1]);
    const about = /^Final-Recipient: [^;]+; *(\S+)\r$/im.exec(text)?.[1];
    // A notice about a bounce does not contain X-Faults-Id; the address of its recipient has the number.
    const sender = Number(/^f(\d+)@/.exec(to[0] ?? '')?.[1]);
    if (about !== undefined && sender) {
      const known = this.returned.get(sender) ?? new Map<string, number>();
      this.returned.set(sender, known.set(about, (known.get(about) ?? 0) + 1));
    } else if (sender && from === '' && /^Auto-Submitted: auto-replied\r$/m.test(text)) {
      this.autoReplies.set(sender, (this.autoReplies.get(sender) ?? 0) + 1);
    } else if (id) {
      const size = entries.get(id)?.size ?? 0;
      const hash = hashOf(bytes.subarray(bytes.length - size));
      this.copies.set(id, [
        ...(this.copies.get(id) ?? []),
        ...to.map((address) => ({ to: address, from, hash, size })),
      ]);
    } else if (from.startsWith('no-reply@')) {
      this.emails.push(...to.map((address) => ({ to: address, bytes })));
    } else {
      this.unclassified.push(`to ${to.join(', ')}: ${text.slice(0, 200)}`);
    }
  }
}
