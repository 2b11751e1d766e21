import type pg from 'pg';
import type { DeliveryDirection, DeliveryEvent, DeliveryState } from '../../../contract/forwarding/delivery-log.ts';

/** A stored event: `inbox` is the id of the member whose inbox is concerned. */
export type StoredEvent = Omit<DeliveryEvent, 'inbox'> & { inbox?: number };

/** The events of one delivery since it was last written. */
export interface DeliveryRow {
  id: string;
  /** The handle of the recipient; empty if the first event was written earlier or by another process. */
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
  /** What the last attempt of each inbox revealed about it. */
  inboxes: Map<InboxOfHandle, InboxSign>;
}

/** An inbox of a handle: the first, the second, or that of a member, by the id of the member. */
export type InboxOfHandle = 'first' | 'second' | number;

/** The inbox accepted mail, does not exist, is full, or its server has a temporary problem. */
export type InboxSign = 'takes-mail' | 'gone' | 'full' | 'down';

/**
 * Inserts new deliveries and appends events to existing ones, in one statement. The parts of a delivery can arrive in any
 * order and from several processes; the recipient is empty until the first event arrives. Returns the handles of the given
 * deliveries, except of sent mail, which reveals nothing about the handle's own inboxes.
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
  )
  select id, handle_id from written where id = any($2) and handle_id is not null and direction = 'received'`;

/**
 * Writes deliveries. Returns the handles of deliveries whose attempts revealed something about an inbox of the handle itself.
 */
export async function writeDeliveries(pool: pg.Pool, deliveries: DeliveryRow[]): Promise<Map<string, number>> {
  if (deliveries.length === 0) return new Map();
  // All processes use the same order, so that they cannot deadlock.
  deliveries.sort((a, b) => (a.id < b.id ? -1 : 1));
  try {
    return await write(pool, deliveries);
  } catch (error) {
    const { code } = error as { code?: unknown };
    // If the data of one delivery is rejected, the others must not fail with it.
    if (typeof code !== 'string' || !/^2[123]/.test(code)) throw error;
    if (deliveries.length === 1) return new Map();
    const half = deliveries.length >> 1;
    const first = await writeDeliveries(pool, deliveries.slice(0, half));
    return new Map([...first, ...(await writeDeliveries(pool, deliveries.slice(half)))]);
  }
}

async function write(pool: pg.Pool, deliveries: DeliveryRow[]): Promise<Map<string, number>> {
  const revealing = deliveries.filter(({ inboxes }) => inboxes.has('first') || inboxes.has('second'));
  const { rows } = await pool.query<{ id: string; handle_id: number }>({
    name: 'write-deliveries',
    text: WRITE,
    values: [JSON.stringify(deliveries), revealing.map(({ id }) => id)],
  });
  return new Map(rows.map((row) => [row.id, row.handle_id]));
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
