import { sql } from 'kysely';
import type { SendLimits } from '../../platform/config/send-limits.ts';
import type { Queryable } from '../../platform/db/database.ts';

/** The moments that the limits of one reservation are about. */
export interface SendWindow {
  now: Date;
  /** The hour of the clock, and the first of the 24 hours of the day. */
  hour: Date;
  dayFrom: Date;
  /** A handle that first sent after this moment is in its first week. */
  weekFrom: Date;
}

/** The result of a reservation: what applied, and whether the recipients were counted. */
export interface Reservation {
  id: number;
  first_sent_at: Date | null;
  is_first_week: boolean;
  reserved: boolean;
}

/**
 * Counts recipients of a handle if that exceeds neither the limit of the hour nor of the day. A single statement: when several
 * reach the row of the hour at once, each checks the count that the one before has left. Earlier hours do not change any more.
 * Returns undefined if the handle does not exist.
 */
export async function reserveRecipients(
  db: Queryable,
  { handle, recipients }: { handle: string; recipients: number },
  { full, firstWeek }: { full: SendLimits; firstWeek: SendLimits },
  { now, hour, dayFrom, weekFrom }: SendWindow,
): Promise<Reservation | undefined> {
  const { rows } = await sql<Reservation>`
    with own as materialized (
      select h.id, s.first_sent_at, coalesce(s.first_sent_at > ${weekFrom}, true) as is_first_week,
        (select coalesce(sum(u.recipients), 0)::integer from sending_usage u
          where u.handle_id = h.id and u.hour >= ${dayFrom} and u.hour <> ${hour}) as earlier
      from handles h left join sending_settings s on s.handle_id = h.id where h.handle = ${handle}
    ), allowed as materialized (
      select id, first_sent_at, least(
        case when is_first_week then ${firstWeek.hour}::integer else ${full.hour}::integer end,
        case when is_first_week then ${firstWeek.day}::integer else ${full.day}::integer end - earlier) as max
      from own
    ), reserved as (
      insert into sending_usage as u (handle_id, hour, recipients)
      select id, ${hour}::timestamptz, ${recipients}::integer from allowed where ${recipients}::integer <= max
      on conflict (handle_id, hour) do update set recipients = u.recipients + excluded.recipients
        where u.recipients + excluded.recipients <= (select max from allowed)
      returning u.handle_id
    ), started as (
      insert into sending_settings (handle_id, first_sent_at)
      select id, ${now}::timestamptz from allowed where first_sent_at is null and exists (select from reserved)
      on conflict (handle_id) do update
        set first_sent_at = coalesce(sending_settings.first_sent_at, excluded.first_sent_at)
    )
    select id, first_sent_at, is_first_week, exists (select from reserved) as reserved from own`.execute(db);
  return rows[0];
}

/** Returns the recipients that were counted for a handle since this hour, by hour. */
export async function recipientsSince(db: Queryable, handleId: number, from: Date) {
  return db
    .selectFrom('sending_usage')
    .select(['hour', 'recipients'])
    .where('handle_id', '=', handleId)
    .where('hour', '>=', from)
    .orderBy('hour')
    .execute();
}
