import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../chance.ts';
import { type Entry, hashOf } from '../judge/ledger.ts';
import type { World } from '../world/world.ts';
import { Client } from './client.ts';
import { nextId } from './load.ts';
import { replyAddressFor, type SendingHandle } from './sending-handle.ts';

const CONNECTIONS = 4;
const REPLY_TIMEOUT = 25_000;
const PAUSE = 60;

interface Written {
  entry: Entry;
  bytes: Buffer;
}

/** One way in which mail leaves from a handle. */
export interface Way {
  connect(at: number): Promise<Client>;
  /** The envelope sender of the client; by default that of the entry. */
  from?: string;
  write(chance: Chance): Promise<Written>;
}

/** A steady stream of mail from a handle, or to a handle that replies. */
export class SentLoad {
  #running = true;
  readonly #workers: Promise<void>[];
  readonly #world: World;
  readonly #way: Way;

  constructor(world: World, way: Way, chance: Chance) {
    this.#world = world;
    this.#way = way;
    this.#workers = Array.from({ length: CONNECTIONS }, (_, at) => this.#work(at, chance.fork(`program ${at}`)));
  }

  /** Waits for the messages in transfer. */
  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#workers);
  }

  async #work(at: number, chance: Chance): Promise<void> {
    const { ledger } = this.#world;
    let client: Client | null = null;
    while (this.#running) {
      if (!client?.open) client = await this.#way.connect(at).catch(() => null);
      if (!client) {
        await sleep(50);
        continue;
      }
      const { entry, bytes } = await this.#way.write(chance);
      ledger.recordMessage(entry);
      const to = entry.copies.map((copy) => copy.to);
      const reply = await client.send(this.#way.from ?? entry.sender, to, bytes, REPLY_TIMEOUT);
      ledger.recordReply(entry, reply);
      if (reply === 'none' || reply === 'unsent' || reply === 421) client.close();
      await sleep(chance.next() * PAUSE);
    }
    client?.close();
  }
}

/** Submission by a mail program with an app password, to other servers and partly to our own handles. */
export function submissions(world: World, { login }: SendingHandle): Way {
  return {
    from: login.user,
    connect: (at) => Client.openSubmission(world.submissionPort, `127.200.${at}.1`, login),
    async write(chance) {
      const { destinations, people } = world;
      const id = nextId();
      const others = chance.shuffled(destinations).slice(0, chance.next() < 0.4 ? 2 : 1);
      const copies = others.map(({ domain }) => ({ to: `f${id}@${domain}`, destination: `f${id}@${domain}` }));
      const person = chance.next() < 0.3 ? chance.pick([people[0], ...people.slice(1)]) : undefined;
      if (person) copies[0] = { to: person.address.replace('@', `+f${id}@`), destination: person.destination };
      // Submission moves and removes no field of this header, so the bytes below our own fields leave unchanged.
      const bytes = message(id, login.user, chance);
      return { entry: entryOf(id, login.user, copies, bytes), bytes };
    },
  };
}

/** Replies from the inbox of the handle to reply addresses. Submission rewrites their header, so only the body is compared. */
export function replies(world: World, handle: SendingHandle): Way {
  return {
    from: handle.inbox,
    connect: (at) => Client.open(world.smtpPort, `127.201.${at}.1`),
    async write(chance) {
      const id = nextId();
      const destination = `f${id}@${chance.pick([world.destinations[0], ...world.destinations.slice(1)])?.domain}`;
      const to = await replyAddressFor(world, handle, destination);
      const body = Buffer.from([`X-Faults-Id: ${id}`, ...lines(chance), ''].join('\r\n'));
      const head = [`From: <${handle.inbox}>`, `To: <${to}>`, `Date: ${dateNow()}`, `Subject: Message ${id}`, '', ''];
      const bytes = Buffer.concat([Buffer.from(head.join('\r\n')), body]);
      return { entry: entryOf(id, handle.inbox, [{ to, destination }], body), bytes };
    },
  };
}

/** Mail to the handle from verified senders who name it in To, each of whom gets an automatic reply. */
export function incoming(world: World, { login, inbox }: SendingHandle): Way {
  return {
    connect: (at) => Client.open(world.smtpPort, `127.${202 + at}.1.1`),
    async write(chance) {
      const id = nextId();
      const from = `f${id}@senders.internal`;
      const bytes = message(id, from, chance, login.user);
      const { isSubmitted: _, ...entry } = entryOf(id, from, [{ to: login.user, destination: inbox }], bytes);
      return { entry, bytes };
    },
  };
}

function entryOf(id: number, sender: string, copies: Entry['copies'], kept: Buffer): Entry {
  return { id, sender, copies, isSubmitted: true, size: kept.length, hash: hashOf(kept), replies: [] };
}

function message(id: number, from: string, chance: Chance, to = 'undisclosed-recipients:;'): Buffer {
  const head = [`From: Sender <${from}>`, `To: ${to}`, `Date: ${dateNow()}`];
  return Buffer.from([...head, `Subject: Message ${id}`, `X-Faults-Id: ${id}`, '', ...lines(chance), ''].join('\r\n'));
}

function lines(chance: Chance): string[] {
  return Array.from({ length: chance.whole(2, 300) }, () => chance.next().toString(36).slice(2).repeat(3));
}

function dateNow(): string {
  return new Date().toUTCString().replace('GMT', '+0000');
}
