import type pg from 'pg';
import type { Enqueued, Outcome } from '../../../mail/message/queued-message.ts';
import { chunksOf } from './chunks.ts';
import { commitStatement } from './transaction.ts';

/** A leased copy. */
export interface CopyLease {
  id: string;
  lease: string;
}

/** Stores messages of any size with their copies, in the caller's transaction. Returns the leases of the copies in order. */
export async function insertCopies(client: pg.PoolClient, items: Enqueued[]): Promise<string[]> {
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
    const { rows } = await client.query<{ lease: string | null }>(INSERT_COPIES('$1'), [
      copyRows([{ message, recipients }]),
    ]);
    leases.push(...rows.map(({ lease }) => lease ?? ''));
  }
  return leases;
}

/** Returns the copies of messages as JSON for INSERT_COPIES. */
export function copyRows(items: Enqueued[]): string {
  return JSON.stringify(
    items.flatMap(({ message, recipients }) =>
      recipients.map(({ from, ...rest }) => ({ message: message.id, sender: from, ...rest })),
    ),
  );
}

/**
 * Inserts the copies in a JSON parameter and returns the id and lease of each. Sent mail gets no lease while the queue is paused.
 */
export const INSERT_COPIES = (parameter: string) => `
  insert into mail_recipients
    (id, message_id, sender, destination, domain, recipient, key, traffic, next_try_at, lease, lease_until)
  select r.id, r.message, r.sender, r.destination, lower(split_part(r.destination, '@', -1)), r.recipient, r.key,
    coalesce(r.traffic, 'forwarded'), now() + r.after * interval '1 second',
    case when leased then gen_random_uuid() end, case when leased then now() + r.lease * interval '1 second' end
  from json_to_recordset(${parameter}::json) as r (id text, message text, sender text, destination text,
    recipient text, key text, traffic text, after float8, lease float8),
    lateral (select r.lease > 0 and (r.traffic is null
      or not exists (select from mail_queue_state where paused_at is not null)) as leased) l
  returning id, lease`;

/** Schedules the next attempt of a copy and counts the last one if it took place. Returns false if the lease was lost. */
export async function postpone(
  pool: pg.Pool,
  { id, lease }: CopyLease,
  { after, text, untried = false }: Extract<Outcome, { kind: 'retry' }>,
): Promise<boolean> {
  const { rowCount } = await commitStatement(pool, {
    name: 'postpone-copy',
    text: `update mail_recipients
      set attempts = attempts + $5::integer, next_try_at = now() + $3 * interval '1 second', lease = null, lease_until = null,
        last_words = $4
      where id = $1 and lease = $2`,
    values: [id, lease, after, text, untried ? 0 : 1],
  });
  return rowCount === 1;
}

/**
 * Deletes copies that are the last of their message, together with the message. Returns for each whether it was deleted. If
 * not, either the lease was lost or the message has other copies, and only a transaction can find out which.
 */
export async function deleteSettled(pool: pg.Pool, copies: CopyLease[]): Promise<boolean[]> {
  const { rows } = await commitStatement<{ id: string }>(pool, {
    name: 'delete-settled',
    text: `with done as (
        select * from unnest($1::text[], $2::uuid[]) as d (id, lease)
      ), gone as (
        delete from mail_recipients r using done where r.id = done.id and r.lease = done.lease
          and not exists (select from mail_recipients o where o.message_id = r.message_id and o.id <> r.id)
        returning r.id, r.message_id
      ), emptied as (
        delete from mail_messages m using gone where m.id = gone.message_id
      )
      select id from gone`,
    values: [copies.map(({ id }) => id), copies.map(({ lease }) => lease)],
  });
  const gone = new Set(rows.map(({ id }) => id));
  return copies.map(({ id }) => gone.has(id));
}

/** Deletes a copy and stores the report about it, in the caller's transaction. Returns false if the lease was lost. */
export async function settleCopy(
  client: pg.PoolClient,
  { id, lease }: CopyLease,
  report: Enqueued | null,
): Promise<boolean> {
  const { rows } = await client.query<{ message_id: string }>(
    'select message_id from mail_recipients where id = $1 and lease = $2 for update',
    [id, lease],
  );
  const messageId = rows[0]?.message_id;
  if (messageId === undefined) return false;
  if (report) await insertCopies(client, [report]);
  // The lock on the message decides which of two copies is the last one and deletes the bytes.
  await client.query('select from mail_messages where id = $1 for update', [messageId]);
  await client.query('delete from mail_recipients where id = $1', [id]);
  await client.query(
    'delete from mail_messages m where id = $1 and not exists (select from mail_recipients where message_id = m.id)',
    [messageId],
  );
  return true;
}
