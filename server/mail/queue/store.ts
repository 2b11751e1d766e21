import { EventEmitter } from 'node:events';
import type pg from 'pg';
import type { QueueStore } from '../../../mail/host/queue-store.ts';
import type { Enqueued, LeasedCopy } from '../../../mail/message/queued-message.ts';
import { createBatcher } from '../../platform/db/batcher.ts';
import { readBody, storedBody } from './chunks.ts';
import { type ClaimedRow, claimDue, claimedCopy } from './claim-store.ts';
import { compressSmall, insertSmall, isSmall, type SmallMessages } from './small-message-store.ts';
import { provesFailure, transaction } from './transaction.ts';
import { type CopyLease, deleteSettled, insertCopies, postpone, settleCopy } from './write-store.ts';

/**
 * Concurrent writes share a transaction and thus one flush to disk. Writes that arrive during a transaction go into the
 * next one.
 */
const BATCHES = { maxSize: 64, concurrency: 1, retryAlone: provesFailure };
/** Milliseconds for which the end of an attempt waits for others. Nothing depends on it, and the lease lasts much longer. */
const SETTLE_LINGER = 20;

/** Returns whether a copy is due now, so that the queue must be checked. */
function isDue({ recipients }: Enqueued): boolean {
  return recipients.some(({ after, lease }) => after === 0 && lease === 0);
}

/** A queue with additions for this program. */
export interface PostgresQueueStore extends QueueStore {
  /** Makes the queue runner of this process check the queue. */
  wake(): void;
  /** Returns the copy under this lease, or undefined if the lease was lost. */
  leased(copy: { id: string; lease: string }): Promise<LeasedCopy | undefined>;
}

/** Creates the mail queue in PostgreSQL. All times come from the database, so that processes with different clocks agree. */
export function createQueueStore(pool: pg.Pool): PostgresQueueStore {
  const events = new EventEmitter().setMaxListeners(0);
  const enqueueSmall = createBatcher<SmallMessages, string[]>((batch) => insertSmall(pool, batch), BATCHES);
  const deleteLast = createBatcher<CopyLease, boolean>((batch) => deleteSettled(pool, batch), {
    ...BATCHES,
    linger: SETTLE_LINGER,
  });

  return {
    async enqueue(items) {
      if (items.length === 0) return [];
      const leases = isSmall(items)
        ? await enqueueSmall(await compressSmall(items))
        : await transaction(pool, (client) => insertCopies(client, items));
      if (items.some(isDue)) events.emit('enqueued');
      return leases;
    },

    async claim(limit, perDestination, leaseSeconds, wider = new Map(), traffic = 'forwarded') {
      const rows = await claimDue(pool, { limit, perDestination, leaseSeconds, wider, traffic });
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

    async settle(id, lease, outcome) {
      if (outcome.kind === 'retry') return (await postpone(pool, { id, lease }, outcome)) ? 'settled' : 'lost';
      const report = outcome.kind === 'failed' ? outcome.report : null;
      if (!report && (await deleteLast({ id, lease }))) return 'settled';
      const settled = await transaction(pool, (client) => settleCopy(client, { id, lease }, outcome));
      if (settled === 'settled' && report && isDue(report)) events.emit('enqueued');
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
  const { id, lease, destination, recipient, key, utf8, attempts, deaths, age, bytes, member_id, group_id } = row;
  const stored = storedBody(pool, row.message_id, Number(row.size));
  // An unreadable body must fail only its own attempt.
  const body = bytes ? await readBody(bytes).catch(() => stored) : stored;
  const { message_id: messageId, report_to: reportTo, sender: from } = row;
  return {
    id,
    lease,
    messageId,
    reportTo,
    from,
    destination,
    recipient,
    key,
    utf8,
    attempts,
    crashes: deaths,
    age,
    body,
    ...(member_id !== null && { inbox: member_id }),
    ...(group_id !== null && { group: group_id }),
    ...(row.over_limit && { overLimit: true }),
    ...(row.for_earlier_owner && { forEarlierOwner: true }),
    ...(row.traffic === 'sent' && { traffic: row.traffic }),
  };
}
