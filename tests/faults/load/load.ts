import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../chance.ts';
import { type Entry, hashOf, type Ledger, type Reply } from '../judge/ledger.ts';
import { Client } from './client.ts';

/** A person who gets mail from the load. */
export interface Person {
  address: string;
  destination: string;
  /** A verified second inbox. */
  backup?: string;
}

/** The kind of envelope sender: SPF passes, the sender is unauthenticated, or the null sender. */
export type SenderKind = 'verified' | 'unverified' | 'null';

export interface LoadOptions {
  port: number;
  people: Person[];
  /** The number of parallel connections. */
  senders: number;
  /** Longest pause between two messages of one connection, in milliseconds. */
  pause: number;
  /** Milliseconds that a sender waits for a reply. */
  replyTimeout: number;
  /** The share of messages with two recipients, which are queued. */
  several: number;
  /** The share of messages from senders without SPF, and as many again from the null sender; 0.1 by default. */
  unverified?: number;
}

let lastId = 0;

/** Senders with a steady stream of mail: each message has a unique id, sender and content. */
export class Load {
  /** Milliseconds from the final dot to 250, by the first recipient's address. */
  readonly waits: { to: string; milliseconds: number }[] = [];
  #running = true;
  readonly #workers: Promise<void>[];
  readonly #ledger: Ledger;
  readonly #options: LoadOptions;

  constructor(ledger: Ledger, chance: Chance, options: LoadOptions) {
    this.#ledger = ledger;
    this.#options = options;
    this.#workers = Array.from({ length: options.senders }, (_, at) => this.#work(at, chance.fork(`sender ${at}`)));
  }

  /** Waits for the messages in transfer. */
  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#workers);
  }

  async #work(at: number, chance: Chance): Promise<void> {
    let client: Client | null = null;
    while (this.#running) {
      const { entry, bytes } = this.#write(chance);
      // A sender without a reply sends the same message again, as real senders do; a rejected sender sends another one.
      for (let tries = 0; tries < 2; tries++) {
        client = await this.#connected(client, at, chance);
        if (!client) return;
        if (tries === 0) this.#ledger.recordMessage(entry);
        const started = performance.now();
        const reply = await this.#sendOver(client, entry, bytes);
        if (reply === 250) {
          this.waits.push({ to: entry.copies[0]?.to ?? '', milliseconds: performance.now() - started });
        }
        if (reply !== 'none' || chance.next() < 0.5) break;
      }
      await sleep(chance.next() * this.#options.pause);
    }
    client?.close();
  }

  async #sendOver(client: Client, entry: Entry, bytes: Buffer): Promise<Reply> {
    const to = entry.copies.map((copy) => copy.to);
    const reply = await client.send(entry.sender, to, bytes, this.#options.replyTimeout);
    this.#ledger.recordReply(entry, reply);
    if (reply === 'none' || reply === 'unsent' || reply === 421) client.close();
    return reply;
  }

  /** Returns the current connection or a new one from another network, or null once the load is over. */
  async #connected(client: Client | null, at: number, chance: Chance): Promise<Client | null> {
    if (client?.open) return client;
    while (this.#running) {
      const from = `127.${10 + (at % 240)}.${chance.whole(0, 250)}.${chance.whole(1, 250)}`;
      const opened = await Client.open(this.#options.port, from).catch(() => null);
      if (opened) return opened;
      await sleep(50);
    }
    return null;
  }

  #write(chance: Chance): { entry: Entry; bytes: Buffer } {
    const { people, several, unverified = 0.1 } = this.#options;
    const count = chance.next() < several ? 2 : 1;
    const share = chance.next();
    const kind = share < unverified ? 'unverified' : share < 2 * unverified ? 'null' : 'verified';
    return writeMessage(nextId(), copiesFor(chance.shuffled(people).slice(0, count)), chance, { kind });
  }
}

/** Returns the ledger copies of a message to these people. */
export function copiesFor(people: Person[]): Entry['copies'] {
  return people.map(({ address, destination, backup }) => ({ to: address, destination, ...(backup && { backup }) }));
}

const ENVELOPE: Record<SenderKind, (id: number) => string> = {
  verified: (id) => `f${id}@senders.internal`,
  unverified: (id) => `f${id}@unverified.internal`,
  null: () => '',
};

/** One message with its entry for the ledger. */
export function writeMessage(
  id: number,
  planned: Entry['copies'],
  chance: Chance,
  { kind = 'verified', lines = usualLines(chance) }: { kind?: SenderKind; lines?: number } = {},
): { entry: Entry; bytes: Buffer } {
  const sender = ENVELOPE[kind](id);
  // A queue row of null-sender mail has no other field with the number of the message.
  const copies = kind === 'null' ? planned.map((copy) => ({ ...copy, to: copy.to.replace('@', `+f${id}@`) })) : planned;
  const text = Array.from({ length: lines }, () => lineOf(chance));
  const bytes = Buffer.from(
    [
      `From: Sender <${sender || `f${id}@senders.internal`}>`,
      'To: undisclosed-recipients:;',
      `Message-ID: <faults-${id}@senders.internal>`,
      `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
      `Subject: Message ${id}`,
      `X-Faults-Id: ${id}`,
      '',
      ...text,
      '',
    ].join('\r\n'),
    'latin1',
  );
  return { entry: { id, sender, copies, size: bytes.length, hash: hashOf(bytes), replies: [] }, bytes };
}

/** Most messages are small; some exceed the memory limit and are spooled. */
function usualLines(chance: Chance): number {
  return chance.next() < 0.03 ? chance.whole(4000, 6000) : chance.whole(2, 300);
}

/** The number of the next message. */
export function nextId(): number {
  lastId++;
  return lastId;
}

/** A line of random characters; some lines begin with a dot. */
function lineOf(chance: Chance): string {
  const start = chance.next() < 0.02 ? '.' : '';
  return start + chance.next().toString(36).slice(2).repeat(chance.whole(1, 6));
}
