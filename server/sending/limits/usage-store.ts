import type { SendLimits } from '../../../contract/sending/send-limits.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { RunStatement } from '../../platform/db/statement.ts';

/** The times to which the limits of one reservation apply. */
export interface SendWindow {
  now: Date;
  /** The current clock hour, and the first of the 24 hours of the day. */
  hour: Date;
  dayFrom: Date;
  /** A handle that first sent after this time is in its first week. */
  weekFrom: Date;
}

/** A request to count recipients of a handle, with its limits. */
export interface AskedCount {
  handle: string;
  recipients: number;
  full: SendLimits;
  firstWeek: SendLimits;
}

/** The result of a reservation: the state that applied, and whether the recipients were counted. */
export interface ReservedCount {
  handle: string;
  id: number;
  first_sent_at: Date | null;
  is_first_week: boolean;
  reserved: boolean;
}

const RESERVE = `
  with own as materialized (
    select a.*, h.id, s.first_sent_at, coalesce(s.first_sent_at > $4, true) as is_first_week,
      (select coalesce(sum(u.recipients), 0)::integer from sending_usage u
        where u.handle_id = h.id and u.hour >= $3 and u.hour <> $2) as earlier
    from unnest($5::text[], $6::integer[], $7::integer[], $8::integer[], $9::integer[], $10::integer[])
      as a (handle, recipients, full_hour, full_day, first_hour, first_day)
    join handles h on h.handle = a.handle left join sending_settings s on s.handle_id = h.id
  ), allowed as materialized (
    select id, first_sent_at, recipients, least(
      case when is_first_week then first_hour else full_hour end,
      case when is_first_week then first_day else full_day end - earlier) as max
    from own
  ), reserved as (
    insert into sending_usage as u (handle_id, hour, recipients)
    select id, $2::timestamptz, recipients from allowed where recipients <= max order by id
    on conflict (handle_id, hour) do update set recipients = u.recipients + excluded.recipients
      where u.recipients + excluded.recipients <= (select max from allowed where id = u.handle_id)
    returning u.handle_id
  ), started as (
    insert into sending_settings (handle_id, first_sent_at)
    select id, $1::timestamptz from allowed
    where first_sent_at is null and id in (select handle_id from reserved) order by id
    on conflict (handle_id) do update
      set first_sent_at = coalesce(sending_settings.first_sent_at, excluded.first_sent_at)
  )
  select handle, id, first_sent_at, is_first_week, id in (select handle_id from reserved) as reserved,
    set_config('synchronous_commit', 'off', true)
  from own`;

/**
 * Counts recipients of different handles, each if that exceeds neither the limit of the hour nor that of the day. A
 * single statement is used: when several reach the row of an hour at the same time, each checks the count that the
 * previous one left. Earlier hours no longer change. Rows are locked in the order of handles, so that processes cannot
 * deadlock. The commit does not wait for the disk, because the commit that stores the message follows it in the same
 * log. Handles that do not exist are left out.
 */
export async function reserveRecipients(
  run: RunStatement,
  asked: AskedCount[],
  { now, hour, dayFrom, weekFrom }: SendWindow,
): Promise<Map<string, ReservedCount>> {
  const column = <T>(value: (one: AskedCount) => T) => asked.map(value);
  const rows = await run<ReservedCount>({
    name: 'reserve-recipients',
    text: RESERVE,
    values: [
      now,
      hour,
      dayFrom,
      weekFrom,
      column(({ handle }) => handle),
      column(({ recipients }) => recipients),
      column(({ full }) => full.hour),
      column(({ full }) => full.day),
      column(({ firstWeek }) => firstWeek.hour),
      column(({ firstWeek }) => firstWeek.day),
    ],
  });
  return new Map(rows.map((row) => [row.handle, row]));
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
