import type pg from 'pg';
import type { Enqueued, Outcome, Settled } from '../../../mail/message/queued-message.ts';
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
      recipients.map(({ from, group, ...rest }) => ({
        message: message.id,
        sender: from,
        ...rest,
        ...(group && { group: group.id, served: group.isServed }),
      })),
    ),
  );
}

/**
 * Inserts the copies in a JSON parameter and returns the id and lease of each. Sent mail gets no lease while the queue is paused.
 */
export const INSERT_COPIES = (parameter: string) => `
  insert into mail_recipients
    (id, message_id, sender, destination, domain, recipient, key, traffic, member_id, group_id, served, over_limit, attempts,
      last_words, next_try_at, lease, lease_until)
  select r.id, r.message, r.sender, r.destination, lower(split_part(r.destination, '@', -1)), r.recipient, r.key,
    coalesce(r.traffic, 'forwarded'), r.inbox, r."group", coalesce(r.served, false), coalesce(r."overLimit", false),
    (r."lastResult" is not null)::integer, r."lastResult", now() + r.after * interval '1 second',
    case when leased then gen_random_uuid() end, case when leased then now() + r.lease * interval '1 second' end
  from json_to_recordset(${parameter}::json) as r (id text, message text, sender text, destination text,
    recipient text, key text, traffic text, inbox integer, "group" text, served boolean, "overLimit" boolean, "lastResult" text,
    after float8, lease float8),
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
 * Deletes copies that are the last of their message, together with the message. Returns for each copy whether it was deleted.
 * If not, its lease was lost, or the message or the recipient has other copies; only a transaction can find out which.
 */
export async function deleteSettled(pool: pg.Pool, copies: CopyLease[]): Promise<boolean[]> {
  const { rows } = await commitStatement<{ id: string }>(pool, {
    name: 'delete-settled',
    text: `with done as (
        select * from unnest($1::text[], $2::uuid[]) as d (id, lease)
      ), gone as (
        delete from mail_recipients r using done where r.id = done.id and r.lease = done.lease and r.group_id is null
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

/**
 * Deletes a copy and stores its failure notice, in the caller's transaction. For a copy of a group, the notice is
 * stored only if the copy is the last one and none was delivered.
 */
export async function settleCopy(
  client: pg.PoolClient,
  { id, lease }: CopyLease,
  outcome: Exclude<Outcome, { kind: 'retry' }>,
): Promise<Settled> {
  const { rows } = await client.query<{ message_id: string; group_id: string | null; served: boolean }>(
    'select message_id, group_id, served from mail_recipients where id = $1 and lease = $2 for update',
    [id, lease],
  );
  const [copy] = rows;
  if (!copy) return 'lost';
  const isDelivered = outcome.kind === 'delivered';
  const isSettled =
    copy.group_id === null || (await settleInGroup(client, { ...copy, id, group: copy.group_id, isDelivered }));
  if (isSettled && outcome.kind === 'failed' && outcome.report) await insertCopies(client, [outcome.report]);
  // The lock on the message decides which of two copies is the last, and deletes the bytes.
  await client.query('select from mail_messages where id = $1 for update', [copy.message_id]);
  await client.query('delete from mail_recipients where id = $1', [id]);
  await client.query(
    'delete from mail_messages m where id = $1 and not exists (select from mail_recipients where message_id = m.id)',
    [copy.message_id],
  );
  return isSettled ? 'settled' : 'withheld';
}

/**
 * Records the end of a copy in its group. Returns false if it failed while another copy was delivered or is still
 * queued. The lock on the group's row decides which of two copies that end at the same time is the last. Every process
 * takes it after the lock on the copy and before that on the message.
 */
async function settleInGroup(
  client: pg.PoolClient,
  { id, group, served, isDelivered }: { id: string; group: string; served: boolean; isDelivered: boolean },
): Promise<boolean> {
  const locked = await client.query<{ served: boolean }>(
    `insert into mail_groups as g (id, served) values ($1, $2)
     on conflict (id) do update set served = g.served or excluded.served returning served`,
    [group, served || isDelivered],
  );
  const others = await client.query('select from mail_recipients where group_id = $1 and id <> $2 limit 1', [
    group,
    id,
  ]);
  if (others.rowCount === 0) await client.query('delete from mail_groups where id = $1', [group]);
  return isDelivered || (others.rowCount === 0 && locked.rows[0]?.served !== true);
}
