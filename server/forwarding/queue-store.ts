import { EventEmitter } from 'node:events';
import type pg from 'pg';
import type { Claim, QueueStore } from '../../mail/ports.ts';
import { createGroup } from './group.ts';
import { storedBody } from './queue-chunks.ts';
import { compressSmall, insertSmall, isSmall, type SmallItems } from './queue-small-store.ts';
import { surelyFailed, transaction } from './queue-transaction.ts';
import { deleteSettled, insertCopies, postpone, type Settled, settleCopy } from './queue-write-store.ts';

/** Writes that go together: each group waits for the disk once. */
const GROUPS = { most: 64, atOnce: 2, retryAlone: surelyFailed };

interface ClaimedRow {
  id: string;
  lease: string;
  message_id: string;
  report_to: string;
  sender: string;
  destination: string;
  recipient: string;
  key: string;
  utf8: boolean;
  attempts: number;
  age: number;
  size: string;
}

/**
 * The mail queue in PostgreSQL. All dates are the database's own, so processes with different clocks agree on leases
 * and retries.
 */
export function createQueueStore(pool: pg.Pool): QueueStore {
  const events = new EventEmitter().setMaxListeners(0);
  const enqueueSmall = createGroup<SmallItems, string[]>((group) => insertSmall(pool, group), GROUPS);
  const settleLast = createGroup<Settled, boolean>((group) => deleteSettled(pool, group), GROUPS);

  return {
    async enqueue(items) {
      if (items.length === 0) return [];
      const leases = isSmall(items)
        ? await enqueueSmall(await compressSmall(items))
        : await transaction(pool, (client) => insertCopies(client, items));
      events.emit('enqueued');
      return leases;
    },

    async claim(limit, perDestination, leaseSeconds) {
      const { rows } = await pool.query<ClaimedRow>(CLAIM, [limit, perDestination, leaseSeconds]);
      return rows.map((row): Claim => {
        const { id, lease, destination, recipient, key, utf8, attempts, age } = row;
        const body = storedBody(pool, row.message_id, Number(row.size));
        const { message_id: messageId, report_to: reportTo, sender: from } = row;
        return { id, lease, messageId, reportTo, from, destination, recipient, key, utf8, attempts, age, body };
      });
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
      if (settled && report) events.emit('enqueued');
      return settled;
    },

    onEnqueued(listener) {
      events.on('enqueued', listener);
      return () => events.off('enqueued', listener);
    },
  };
}

/** Due copies: the destinations in turn, within each the recipients in turn, within these the longest waiting first. */
const CLAIM = `
  with busy as (
    select domain, count(*) as under_way from mail_recipients where lease_until > now() group by domain
  ), waiting as (
    select id, domain, next_try_at, row_number() over (partition by domain, key order by next_try_at, id) as place
    from mail_recipients
    where next_try_at <= now() and (lease_until is null or lease_until <= now()) and not held
      and not exists (select from mail_queue_state where paused_at is not null)
  ), due as (
    select id, domain, row_number() over (partition by domain order by place, next_try_at, id) as turn from waiting
  ), chosen as (
    select due.id from due left join busy on busy.domain = due.domain
    where due.turn + coalesce(busy.under_way, 0) <= $2
    order by due.turn, due.id limit $1
  ), taken as (
    update mail_recipients r
    set lease = gen_random_uuid(), lease_until = now() + $3 * interval '1 second'
    where r.id in (select id from chosen)
      -- Checked again under the row's lock: another process may have been faster.
      and (r.lease_until is null or r.lease_until <= now()) and not r.held
    returning r.*
  )
  select t.id, t.lease, t.message_id, t.sender, t.destination, t.recipient, t.key, t.attempts,
    m.report_to, m.utf8, m.size, extract(epoch from now() - m.created_at)::float8 as age
  from taken t join mail_messages m on m.id = t.message_id
  order by t.next_try_at, t.id`;
