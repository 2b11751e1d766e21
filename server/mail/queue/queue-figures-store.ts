import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';

/** At most this many copies are counted, because a count reads each of them. */
const MAX_COUNTED_COPIES = 100_000;

/** Figures for the whole queue. Ages are in seconds, and 0 for an empty queue. */
export interface QueueFigures {
  due: number;
  later: number;
  held: number;
  attempting: number;
  /** Since the oldest copy was accepted. */
  oldest: number;
  /** Since the most overdue attempt was due, not counting copies that are held back or being attempted. */
  overdue: number;
  paused: boolean;
}

/** Counts the copies in the queue. Every part reads an index or at most 100,000 rows. */
export async function readQueueFigures(db: Queryable): Promise<QueueFigures> {
  const { rows } = await sql<QueueFigures>`
    with counted as (
      select held, coalesce(lease_until > now(), false) as attempting, next_try_at <= now() as due
      from mail_recipients limit ${MAX_COUNTED_COPIES}
    )
    select count(*) filter (where not held and not attempting and due)::integer as due,
      count(*) filter (where not held and not attempting and not due)::integer as later,
      count(*) filter (where held)::integer as held,
      count(*) filter (where attempting and not held)::integer as attempting,
      -- Ids grow with time.
      coalesce((select extract(epoch from now() - m.created_at) from mail_recipients r
        join mail_messages m on m.id = r.message_id order by r.id limit 1), 0)::float8 as oldest,
      greatest(0, coalesce((select extract(epoch from now() - next_try_at) from mail_recipients
        where not held and (lease_until is null or lease_until <= now()) order by next_try_at limit 1), 0))::float8
        as overdue,
      (select paused_at is not null from mail_queue_state) as paused
    from counted`.execute(db);
  return rows[0] as QueueFigures;
}
