import { EventEmitter } from 'node:events';
import type pg from 'pg';
import type { Enqueued, LeasedCopy, QueueStore } from '../../../mail/host.ts';
import { createBatcher } from '../adapters/batcher.ts';
import { readBody, storedBody } from './chunks.ts';
import { type ClaimedRow, claimDue, claimedCopy } from './claim-store.ts';
import { compressSmall, insertSmall, isSmall, type SmallItems } from './small-store.ts';
import { surelyFailed, transaction } from './transaction.ts';
import { deleteSettled, insertCopies, postpone, type Settled, settleCopy } from './write-store.ts';

/** Writes that go together: each group waits for the disk once. */
const GROUPS = { maxSize: 64, concurrency: 2, retryAlone: surelyFailed };

/** Whether anybody may try it at once: for the rest nobody need look at the queue. */
function isDue({ recipients }: Enqueued): boolean {
  return recipients.some(({ after, lease }) => after === 0 && lease === 0);
}

/** A queue whose runner in this process can be called to look at it. */
export interface WakefulQueue extends QueueStore {
  wake(): void;
  /** The copy that is held under this lease; undefined where it has passed to another process. */
  leased(copy: { id: string; lease: string }): Promise<LeasedCopy | undefined>;
}

/**
 * The mail queue in PostgreSQL. All dates are the database's own, so processes with different clocks agree on leases
 * and retries.
 */
export function createQueueStore(pool: pg.Pool): WakefulQueue {
  const events = new EventEmitter().setMaxListeners(0);
  const enqueueSmall = createBatcher<SmallItems, string[]>((group) => insertSmall(pool, group), GROUPS);
  const settleLast = createBatcher<Settled, boolean>((group) => deleteSettled(pool, group), GROUPS);

  return {
    async enqueue(items) {
      if (items.length === 0) return [];
      const leases = isSmall(items)
        ? await enqueueSmall(await compressSmall(items))
        : await transaction(pool, (client) => insertCopies(client, items));
      if (items.some(isDue)) events.emit('enqueued');
      return leases;
    },

    async claim(limit, perDestination, leaseSeconds, wider = new Map()) {
      const rows = await claimDue(pool, { limit, perDestination, leaseSeconds, wider });
      return Promise.all(rows.map((row) => claimOf(pool, row)));
    },

    async leased(copy) {
      const row = await claimedCopy(pool, copy);
      return row && claimOf(pool, row);
    },

    async renew(held, leaseSeconds) {
      await pool.query(
        `update mail_recipients r set lease_until = now() + $3 * interval '1 second'
         from unnest($1::text[], $2::uuid[]) as held (id, lease)
         where r.id = held.id and r.lease = held.lease`,
        [held.map(({ id }) => id), held.map(({ lease }) => lease), leaseSeconds],
      );
    },

    async settle(id, lease, fate) {
      if (fate.kind === 'retry') return postpone(pool, { id, lease }, fate);
      const report = fate.kind === 'failed' ? fate.report : null;
      if (!report && (await settleLast({ id, lease }))) return true;
      const settled = await transaction(pool, (client) => settleCopy(client, { id, lease }, report));
      if (settled && report && isDue(report)) events.emit('enqueued');
      return settled;
    },

    wake() {
      events.emit('enqueued');
    },

    onEnqueued(listener) {
      events.on('enqueued', listener);
      return () => events.off('enqueued', listener);
    },
  };
}

async function claimOf(pool: pg.Pool, row: ClaimedRow): Promise<LeasedCopy> {
  const { id, lease, destination, recipient, key, utf8, attempts, deaths, age, bytes } = row;
  const stored = storedBody(pool, row.message_id, Number(row.size));
  // One that cannot be read fails by itself, when it is tried.
  const body = bytes ? await readBody(bytes).catch(() => stored) : stored;
  const { message_id: messageId, report_to: reportTo, sender: from } = row;
  return { id, lease, messageId, reportTo, from, destination, recipient, key, utf8, attempts, deaths, age, body };
}
