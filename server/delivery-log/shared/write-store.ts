import type pg from 'pg';
import type { DeliveryEvent, DeliveryState } from '../../../contract/delivery-log.ts';

/** What became known of one flight since it was last written. */
export interface DeliveryRow {
  id: string;
  /** The recipient's name; empty where the flight's beginning was written down before, or elsewhere. */
  key: string;
  recipient: string;
  sender: string;
  author: string;
  subject: string;
  client: string;
  size: number;
  state: DeliveryState;
  /** When it began, as far as is known here. */
  at: string;
  events: DeliveryEvent[];
  /** What the last attempt told of the inbox. */
  inbox: 'takes-mail' | 'gone' | null;
}

/** Refusals "no such mailbox" in a row, and over how many seconds at least, until forwarding is paused. */
const GONE_TIMES = 5;
const GONE_FOR = 3600;

/**
 * One statement for all: new flights are added, what became of known ones is added to them. Parts of a flight may come in
 * any order, from several processes; a part without its beginning waits for it under an empty recipient. Inboxes that
 * took mail are no longer thought gone.
 */
const WRITE = `
  with noted as (
    insert into flights as f
      (id, handle_id, recipient, sender, author, subject, client, size, state, received_at, events)
    select n.id, h.id, n.recipient, n.sender, n.author, case when w.keep_subjects then n.subject end,
      n.client, n.size, n.state, n.at, n.events
    from json_to_recordset($1::json) as n (id text, key text, recipient text, sender text, author text, subject text,
      client text, size bigint, state text, at timestamptz, events jsonb)
    left join handles h on h.handle = n.key
    left join forwardings w on w.handle_id = h.id
    on conflict (id) do update set
      handle_id = coalesce(f.handle_id, excluded.handle_id),
      recipient = case when f.recipient = '' then excluded.recipient else f.recipient end,
      sender = case when f.recipient = '' then excluded.sender else f.sender end,
      author = case when f.recipient = '' then excluded.author else f.author end,
      subject = coalesce(f.subject, excluded.subject),
      client = case when f.recipient = '' then excluded.client else f.client end,
      size = greatest(f.size, excluded.size),
      received_at = least(f.received_at, excluded.received_at),
      -- What is over stays over.
      state = case
        when excluded.state = 'under-way' or (excluded.state = 'queued' and f.state <> 'under-way') then f.state
        else excluded.state end,
      events = f.events || excluded.events
    returning f.id, f.handle_id
  ), taken as (
    update forwardings w set gone_count = 0, gone_since = null
    from noted where w.gone_count > 0 and w.handle_id = noted.handle_id and noted.id = any($2)
  )
  select handle_id from noted where id = any($3) and handle_id is not null`;

/** Counts refusals of an inbox as gone; the handles whose forwarding is paused for it now. */
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
  where gone_count >= ${GONE_TIMES} and gone_since <= $2::timestamptz - interval '${GONE_FOR} seconds'`;

const PAUSE_GONE = `
  update forwardings w set paused_at = $2, pause_reason = 'inbox-gone'
  from handles h where h.id = w.handle_id and w.handle_id = any($1::integer[]) and w.paused_at is null
  returning h.handle`;

/** Writes flights down; answers the handles whose forwarding was paused because their inbox is gone. */
export async function writeDeliveries(pool: pg.Pool, flights: DeliveryRow[], now: Date): Promise<string[]> {
  if (flights.length === 0) return [];
  // In one order everywhere: two processes that wait for each other's rows would wait for ever.
  flights.sort((a, b) => (a.id < b.id ? -1 : 1));
  try {
    return await write(pool, flights, now);
  } catch (error) {
    const { code } = error as { code?: unknown };
    // Data that the database does not take is one flight's; the others must not go down with it.
    if (typeof code !== 'string' || !/^2[123]/.test(code)) throw error;
    if (flights.length === 1) return [];
    const half = flights.length >> 1;
    return [
      ...(await writeDeliveries(pool, flights.slice(0, half), now)),
      ...(await writeDeliveries(pool, flights.slice(half), now)),
    ];
  }
}

async function write(pool: pg.Pool, flights: DeliveryRow[], now: Date): Promise<string[]> {
  const of = (inbox: DeliveryRow['inbox']) => flights.filter((flight) => flight.inbox === inbox).map(({ id }) => id);
  const { rows } = await pool.query<{ handle_id: number }>({
    name: 'write-flights',
    text: WRITE,
    values: [JSON.stringify(flights), of('takes-mail'), of('gone')],
  });
  if (rows.length === 0) return [];
  const counted = await pool.query<{ handle_id: number }>(COUNT_GONE, [rows.map((row) => row.handle_id), now]);
  if (counted.rows.length === 0) return [];
  const paused = await pool.query<{ handle: string }>(PAUSE_GONE, [counted.rows.map((row) => row.handle_id), now]);
  return paused.rows.map(({ handle }) => handle);
}

/** Counts alarms, one row for each kind and host. */
export async function writeAlarms(
  pool: pg.Pool,
  alarms: { kind: string; host: string; words: string; count: number }[],
): Promise<void> {
  if (alarms.length === 0) return;
  await pool.query(
    `insert into mail_alarms as a (kind, host, words, count)
     select kind, host, words, count from json_to_recordset($1::json) as n (kind text, host text, words text, count integer)
     order by kind, host
     on conflict (kind, host) do update
     set words = excluded.words, count = a.count + excluded.count, last_at = now()`,
    [JSON.stringify(alarms)],
  );
}
