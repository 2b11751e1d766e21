import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { type Claim, type Enqueued, type Fate, OutcomeUnknown, type QueueStore } from '../../mail/ports.ts';
import { chunksOf, storedBody } from './queue-chunks.ts';

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

  return {
    async enqueue(items) {
      const leases = await transaction(pool, (client) => insert(client, items));
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
      const settled = await transaction(pool, (client) => settle(client, id, lease, fate));
      if (settled && fate.kind === 'failed' && fate.report) events.emit('enqueued');
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

async function insert(client: pg.PoolClient, items: Enqueued[]): Promise<string[]> {
  const leases: string[] = [];
  for (const { message, recipients } of items) {
    await client.query('insert into mail_messages (id, report_to, utf8, size) values ($1, $2, $3, $4)', [
      message.id,
      message.reportTo,
      message.utf8,
      message.body.size,
    ]);
    let position = 0;
    for await (const bytes of chunksOf(message.body)) {
      await client.query('insert into mail_chunks (message_id, position, bytes) values ($1, $2, $3)', [
        message.id,
        position++,
        bytes,
      ]);
    }
    const { rows } = await client.query<{ lease: string | null }>(
      `insert into mail_recipients
         (id, message_id, sender, destination, domain, recipient, key, next_try_at, lease, lease_until)
       select r.id, $1, r.sender, r.destination, lower(split_part(r.destination, '@', -1)), r.recipient, r.key,
         now() + r.after * interval '1 second',
         case when r.lease > 0 then gen_random_uuid() end,
         case when r.lease > 0 then now() + r.lease * interval '1 second' end
       from jsonb_to_recordset($2::jsonb) as r
         (id text, sender text, destination text, recipient text, key text, after float8, lease float8)
       returning lease`,
      [message.id, JSON.stringify(recipients.map(({ from, ...rest }) => ({ sender: from, ...rest })))],
    );
    leases.push(...rows.map(({ lease }) => lease ?? ''));
  }
  return leases;
}

async function settle(client: pg.PoolClient, id: string, lease: string, fate: Fate): Promise<boolean> {
  const { rows } = await client.query<{ message_id: string }>(
    'select message_id from mail_recipients where id = $1 and lease = $2 for update',
    [id, lease],
  );
  const messageId = rows[0]?.message_id;
  if (messageId === undefined) return false;
  if (fate.kind === 'retry') {
    await client.query(
      `update mail_recipients
       set attempts = attempts + 1, next_try_at = now() + $2 * interval '1 second', lease = null, lease_until = null,
         last_words = $3
       where id = $1`,
      [id, fate.after, fate.words],
    );
    return true;
  }
  if (fate.kind === 'failed' && fate.report) await insert(client, [fate.report]);
  // The message's row is the lock under which the last copy takes the bytes with it.
  await client.query('select from mail_messages where id = $1 for update', [messageId]);
  await client.query('delete from mail_recipients where id = $1', [id]);
  await client.query(
    'delete from mail_messages m where id = $1 and not exists (select from mail_recipients where message_id = m.id)',
    [messageId],
  );
  return true;
}

async function transaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  client.on('error', () => {}); // the query under way reports it
  try {
    await client.query('begin');
    let result: T;
    try {
      result = await work(client);
    } catch (error) {
      await client.query('rollback').catch((failure) => {
        broken = failure;
      });
      throw error;
    }
    try {
      const { command } = await client.query('commit');
      if (command !== 'COMMIT') throw Object.assign(new Error('The transaction was rolled back'), { code: '40000' });
    } catch (error) {
      broken = error as Error;
      throw surelyFailed(error) ? error : new OutcomeUnknown('Commit without an answer', { cause: error });
    }
    return result;
  } finally {
    client.removeAllListeners('error');
    client.release(broken);
  }
}

/** Whether the database itself said that the commit did not happen; a lost connection (08, 57) says nothing. */
function surelyFailed(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(08|57)/.test(code);
}
