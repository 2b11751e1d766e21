import type pg from 'pg';
import type { DeliveryDirection, DeliveryEvent, DeliveryState } from '../../../contract/forwarding/delivery-log.ts';

/** An event as it is stored: `inbox` is the id of the member whose inbox it is about. */
export type StoredEvent = Omit<DeliveryEvent, 'inbox'> & { inbox?: number };

/** The events of one delivery since it was last written. */
export interface DeliveryRow {
  id: string;
  /** The handle of the recipient; empty if the first event was written before, or by another process. */
  key: string;
  recipient: string;
  sender: string;
  author: string;
  subject: string;
  client: string;
  size: number;
  direction: DeliveryDirection;
  state: DeliveryState;
  /** Start of the delivery, or the time of the first known event. */
  at: string;
  events: StoredEvent[];
  /** The state of the inbox of the handle by the last attempt. */
  inbox: 'takes-mail' | 'gone' | null;
  /** The same about the inboxes of members. */
  memberInboxes: { member: number; inbox: 'takes-mail' | 'gone' }[];
}

/** Consecutive "no such mailbox" rejections, and the seconds they must span, before forwarding is paused. */
export const GONE_COUNT = 5;
export const GONE_SECONDS = 3600;

/**
 * Inserts new deliveries and appends events to existing ones, in one statement. The parts of a delivery can arrive in any
 * order and from several processes; the recipient is empty until the first event arrives. An inbox that accepted mail no
 * longer counts as gone. Sent mail does not change the state of the handle's own inbox.
 */
export const WRITE = `
  with written as (
    insert into flights as f
      (id, handle_id, recipient, sender, author, subject, client, size, direction, state, received_at, events)
    select n.id, h.id, n.recipient, n.sender, n.author, case when w.keep_subjects then n.subject end,
      n.client, n.size, n.direction, n.state, n.at, n.events
    from json_to_recordset($1::json) as n (id text, key text, recipient text, sender text, author text, subject text,
      client text, size bigint, direction text, state text, at timestamptz, events jsonb)
    -- LIMIT keeps the planner from scanning all handles: it expects a hundred deliveries, and most writes have a few.
    left join lateral (select id from handles where handle = n.key limit 1) h on true
    left join lateral (select keep_subjects from forwardings where handle_id = h.id limit 1) w on true
    on conflict (id) do update set
      handle_id = coalesce(f.handle_id, excluded.handle_id),
      recipient = case when f.recipient = '' then excluded.recipient else f.recipient end,
      sender = case when f.recipient = '' then excluded.sender else f.sender end,
      author = case when f.recipient = '' then excluded.author else f.author end,
      subject = coalesce(f.subject, excluded.subject),
      client = case when f.recipient = '' then excluded.client else f.client end,
      size = greatest(f.size, excluded.size),
      direction = case when f.recipient = '' then excluded.direction else f.direction end,
      received_at = least(f.received_at, excluded.received_at),
      -- A final state is kept.
      state = case
        when excluded.state = 'under-way' or (excluded.state = 'queued' and f.state <> 'under-way') then f.state
        else excluded.state end,
      events = f.events || excluded.events
    returning f.id, f.handle_id, f.direction
  ), taken as (
    update forwardings w set gone_count = 0, gone_since = null
    from written where w.gone_count > 0 and w.handle_id = written.handle_id and written.id = any($2)
      and written.direction = 'received'
  )
  select handle_id from written where id = any($3) and handle_id is not null and direction = 'received'`;

/** Counts "no such mailbox" rejections, and returns the handles that reach the limit. */
const COUNT_GONE = `
  with refused as (
    select handle_id, count(*)::integer as count from unnest($1::integer[]) as handle_id group by 1
  ), counted as (
    update forwardings w set
      gone_count = w.gone_count + r.count,
      gone_since = coalesce(w.gone_since, $2)
    from refused r where w.handle_id = r.handle_id and w.paused_at is null
    returning w.handle_id, w.gone_count, w.gone_since
  )
  select handle_id from counted
  where gone_count >= ${GONE_COUNT} and gone_since <= $2::timestamptz - interval '${GONE_SECONDS} seconds'`;

const PAUSE_GONE = `
  update forwardings w set paused_at = $2, pause_reason = 'inbox-gone'
  from handles h where h.id = w.handle_id and w.handle_id = any($1::integer[]) and w.paused_at is null
  returning h.handle`;

/** Writes deliveries. Returns the handles whose forwarding was paused because their inbox does not exist. */
export async function writeDeliveries(pool: pg.Pool, deliveries: DeliveryRow[], now: Date): Promise<string[]> {
  if (deliveries.length === 0) return [];
  // The same order in all processes, so that they cannot deadlock.
  deliveries.sort((a, b) => (a.id < b.id ? -1 : 1));
  try {
    return await write(pool, deliveries, now);
  } catch (error) {
    const { code } = error as { code?: unknown };
    // Rejected data belongs to one delivery; the others must not fail with it.
    if (typeof code !== 'string' || !/^2[123]/.test(code)) throw error;
    if (deliveries.length === 1) return [];
    const half = deliveries.length >> 1;
    return [
      ...(await writeDeliveries(pool, deliveries.slice(0, half), now)),
      ...(await writeDeliveries(pool, deliveries.slice(half), now)),
    ];
  }
}

async function write(pool: pg.Pool, deliveries: DeliveryRow[], now: Date): Promise<string[]> {
  const idsWith = (inbox: DeliveryRow['inbox']) =>
    deliveries.filter((delivery) => delivery.inbox === inbox).map(({ id }) => id);
  const { rows } = await pool.query<{ handle_id: number }>({
    name: 'write-deliveries',
    text: WRITE,
    values: [JSON.stringify(deliveries), idsWith('takes-mail'), idsWith('gone')],
  });
  if (rows.length === 0) return [];
  const counted = await pool.query<{ handle_id: number }>(COUNT_GONE, [rows.map((row) => row.handle_id), now]);
  if (counted.rows.length === 0) return [];
  const paused = await pool.query<{ handle: string }>(PAUSE_GONE, [counted.rows.map((row) => row.handle_id), now]);
  return paused.rows.map(({ handle }) => handle);
}

/** Counts alarms in one row for each kind and host. */
export async function writeAlarms(
  pool: pg.Pool,
  alarms: { kind: string; host: string; text: string; count: number }[],
): Promise<void> {
  if (alarms.length === 0) return;
  await pool.query(
    `insert into mail_alarms as a (kind, host, words, count)
     select kind, host, text, count from json_to_recordset($1::json) as n (kind text, host text, text text, count integer)
     order by kind, host
     on conflict (kind, host) do update
     set words = excluded.words, count = a.count + excluded.count, last_at = now()`,
    [JSON.stringify(alarms)],
  );
}
