import type { Contacts, ReplyTarget } from '../../../mail/host/contacts.ts';
import { createBatcher } from '../../platform/db/batcher.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import type { Logger } from '../../platform/log/log.ts';
import { WaitingItems, WriteBehind } from '../../platform/write-behind.ts';
import {
  type ContactUse,
  findReplyTokens,
  recordContactUses,
  tokensOf,
} from '../../sending/contacts/reply-address-rules.ts';
import { createNotifiedCache } from './notified-cache.ts';

/** The maximum number of handles whose reply addresses are cached, and of addresses for each. */
const MAX_HANDLES = 2000;
const MAX_ADDRESSES = 100;
/** Milliseconds between two writes of uses. */
const FLUSH_INTERVAL = 500;
/** Uses kept in memory while the database is unreachable. Further ones are lost, but the next message records the contact. */
const MAX_WAITING = 10_000;

export interface ContactsAdapter extends Contacts {
  /** Drops the cached addresses of a handle whose contacts changed. */
  drop(handle: string): void;
  /** Drops everything. Caches nothing while `listening` is false. */
  clear(listening: boolean): void;
  /** Writes what is buffered, if the database is reachable, and ends. */
  stop(): Promise<void>;
}

export interface ContactsParts {
  db: Database;
  mailDomain: string;
  clock: Clock;
  log: Logger;
}

/**
 * Returns the contacts of handles in the database. Addresses are looked up in batches and cached; uses are written in
 * the background.
 */
export function createContacts({ db, mailDomain, clock, log }: ContactsParts): ContactsAdapter {
  const batching = { maxSize: 200, concurrency: 2, retryAlone: isDataException };
  const tokenOf = createBatcher<Parameters<typeof tokensOf>[1][number], string | undefined>(
    (people) => tokensOf(db, people, clock()),
    batching,
  );
  const find = createBatcher<string, Awaited<ReturnType<typeof findReplyTokens>>[number]>(
    (tokens) => findReplyTokens(db, tokens, clock()),
    batching,
  );
  /** One map for each handle. A change drops the map, so that an address read before the change cannot be cached after it. */
  const cache = createNotifiedCache<Map<string, string>>(async () => new Map(), MAX_HANDLES);
  const waiting = new WaitingItems<string, ContactUse>(MAX_WAITING);
  const uses = new WriteBehind({
    name: 'contacts',
    waiting,
    async write(batch) {
      try {
        await recordContactUses(db, [...batch.values()]);
      } catch (error) {
        if (!isDataException(error)) throw error;
        reportFailure(error, batch.size);
      }
    },
    onFailure: (error, { size }) => reportFailure(error, size),
    intervalMs: FLUSH_INTERVAL,
    batchSize: MAX_WAITING,
  });

  function reportFailure(err: unknown, count: number): void {
    log.warn({ event: 'mail.contacts.write_failed', err, uses: count }, 'contacts could not be recorded');
  }

  async function localFor(
    known: Map<string, string>,
    handle: string,
    { address, name }: { address: string; name: string },
  ): Promise<string> {
    const cached = known.get(address);
    if (cached !== undefined) return cached;
    const token = await tokenOf({ handle, address, name });
    if (token === undefined) throw new Error(`The handle ${handle} does not exist`);
    const local = `reply-${token}`;
    if (known.size >= MAX_ADDRESSES) known.clear();
    known.set(address, local);
    return local;
  }

  function use(kind: ContactUse['kind'], handle: string, address: string, name: string): void {
    waiting.add(`${kind} ${handle} ${address}`, { kind, handle, address, name, at: clock().toISOString() });
    uses.added();
  }

  return {
    async replyAddresses(key, people) {
      const known = await cache.get(key);
      return Promise.all(people.map((person) => localFor(known, key, person)));
    },

    async find(local) {
      const row = await find(local.replace(/^reply-/, ''));
      if (!row) return null;
      const target: ReplyTarget = {
        key: row.handle,
        handleAddress: `${row.handle}@${mailDomain}`,
        handleName: row.display_name ?? '',
        contact: { address: row.address, name: row.name },
        inboxes: row.inboxes,
        ...(row.readers.length > 0 && { readers: row.readers }),
        allowInboxInText: row.allow_inbox_in_text === true,
      };
      return target;
    },

    received: (key, { address, name }) => use('received', key, address, name),

    sent(key, addresses) {
      for (const address of addresses) use('sent', key, address, '');
    },

    drop: (handle) => cache.drop(handle),
    clear: (listening) => cache.clear(listening),

    stop: () => uses.stop(),
  };
}

/** Returns whether the value of one item of the batch caused the error (SQLSTATE class 22). */
function isDataException(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code.startsWith('22');
}
