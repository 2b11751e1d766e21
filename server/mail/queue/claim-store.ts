import type pg from 'pg';
import type { Traffic } from '../../../mail/message/queued-message.ts';

/** A leased copy with its message. */
export interface ClaimedRow {
  id: string;
  lease: string;
  message_id: string;
  report_to: string;
  sender: string;
  destination: string;
  recipient: string;
  key: string;
  traffic: Traffic;
  member_id: number | null;
  group_id: string | null;
  over_limit: boolean;
  for_earlier_owner: boolean;
  utf8: boolean;
  attempts: number;
  deaths: number;
  age: number;
  size: string;
  /** The stored bytes of a small message; null for a larger one. */
  bytes: Buffer | null;
}

/**
 * Leases up to `limit` due copies of one kind of traffic. Destinations take turns; within a destination recipients take
 * turns; and within a recipient the oldest due copy comes first. `wider` lists destinations that may run more than
 * `perDestination` copies. The cost does not grow with the length of the queue.
 */
export async function claimDue(
  pool: pg.Pool,
  limits: {
    limit: number;
    perDestination: number;
    leaseSeconds: number;
    wider: ReadonlyMap<string, number>;
    traffic: Traffic;
  },
): Promise<ClaimedRow[]> {
  const { limit, perDestination, leaseSeconds, wider, traffic } = limits;
  // Begins at a random position, so that no destination is always last.
  const pivot = Math.random().toString(36).slice(2, 4);
  const { rows } = await pool.query<ClaimedRow>(CLAIMS[traffic], [
    limit,
    perDestination,
    leaseSeconds,
    pivot,
    [...wider.keys()],
    [...wider.values()],
  ]);
  return rows;
}

/** Messages up to this many bytes are read together with the copy. */
const SMALL_BYTES = 16 * 1024;

/** The kind of traffic is not a parameter, so that the planner can use the partial indexes for sent mail. */
const dueOf = (traffic: Traffic) =>
  `r.traffic = '${traffic}' and r.next_try_at <= now() and not r.held and (r.lease_until is null or r.lease_until <= now())`;

/**
 * SQL: up to `max` values of `column` with due mail, in order, with one index lookup for each (a loose index scan).
 * `within` limits the rows.
 */
const next = (due: string, column: 'domain' | 'key', within: string, max: string) => `
  with recursive found as (
    (select r.${column}, 1 as place from mail_recipients r where ${within} and ${due} order by r.${column} limit 1)
    union all
    select later.${column}, found.place + 1 from found, lateral (
      select r.${column} from mail_recipients r
      where r.${column} > found.${column} and ${within} and ${due} order by r.${column} limit 1
    ) later
    where found.place < ${max}
  )
  select ${column}, place from found`;

/** Like `next`, but starts at the value $4 and wraps around to the first value. */
const round = (due: string, column: 'domain' | 'key', within: string, max: string) => `
  select ${column}, place, 1 as part from (${next(due, column, `${within} and r.${column} >= $4`, max)}) upper
  union all
  select ${column}, place, 2 from (${next(due, column, `${within} and r.${column} < $4`, max)}) lower`;

/** SQL: leased copies with their messages. */
const SELECT_COPIES = (copies: string) => `
  select t.id, t.lease, t.message_id, t.sender, t.destination, t.recipient, t.key, t.traffic, t.member_id, t.group_id,
    t.over_limit, t.for_earlier_owner, t.attempts, t.deaths,
    m.report_to, m.utf8, m.size, c.bytes, extract(epoch from now() - m.created_at)::float8 as age
  from ${copies} t join mail_messages m on m.id = t.message_id
    left join mail_chunks c on m.size <= ${SMALL_BYTES} and c.message_id = m.id and c.position = 0`;

/**
 * Uses the index mail_recipients_turns, and for sent mail mail_recipients_sent_turns. Reads 2 * limit destinations,
 * because some have reached their limit of attempts.
 */
const claimOf = (traffic: Traffic, due = dueOf(traffic)) => `
  with domains as (${round(due, 'domain', 'true', '2 * $1')}
  ), busy as (
    select domain, count(*) as under_way from mail_recipients
    where lease is not null and lease_until > now() and traffic = '${traffic}' group by domain
  ), allowed as (
    select domain, coalesce(wide.room, $2) - coalesce(under_way, 0) as room
    from domains left join busy using (domain) left join unnest($5::text[], $6::integer[]) as wide (domain, room) using (domain)
  ), rooms as (
    select domain, room from allowed
    where room > 0 and not exists (select from mail_queue_state where paused_at is not null)
      -- Usually nothing is due, which this cheaper index lookup detects.
      and exists (select from mail_recipients r where ${due})
  ), due as (
    select copies.id, rooms.room, row_number() over (
      partition by rooms.domain order by copies.nth, keys.part, keys.place
    ) as turn
    from rooms, lateral (
${round(due, 'key', 'r.domain = rooms.domain', 'rooms.room')}) keys, lateral (
      select r.id, row_number() over (order by r.next_try_at, r.id) as nth from (
        select r.id, r.next_try_at from mail_recipients r
        where r.domain = rooms.domain and r.key = keys.key and ${due}
        order by r.next_try_at, r.id limit rooms.room
      ) r
    ) copies
  ), chosen as (
    select id from due where turn <= room order by turn, random() limit $1
  ), taken as (
    update mail_recipients r
    set lease = gen_random_uuid(), lease_until = now() + $3 * interval '1 second',
      -- The lease expired, most likely because its process died.
      deaths = r.deaths + (r.lease is not null)::integer
    where r.id in (select id from chosen)
      -- Checked again under the row lock: another process may have been faster.
      and ${due}
    returning r.*
  )
  ${SELECT_COPIES('taken')}
  order by t.next_try_at, t.id`;

const CLAIMS: Record<Traffic, string> = { forwarded: claimOf('forwarded'), sent: claimOf('sent') };

/** Returns the copy under a lease, or undefined if the lease was lost. */
export async function claimedCopy(
  pool: pg.Pool,
  { id, lease }: { id: string; lease: string },
): Promise<ClaimedRow | undefined> {
  const { rows } = await pool.query<ClaimedRow>(
    `${SELECT_COPIES('mail_recipients')} where t.id = $1 and t.lease = $2`,
    [id, lease],
  );
  return rows[0];
}
