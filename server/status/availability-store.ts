import { sql } from 'kysely';
import type { Queryable } from '../platform/db/database.ts';

/** The minutes of a day in UTC in which a role ran. */
export interface MeasuredDay {
  role: string;
  /** As YYYY-MM-DD. */
  day: string;
  minutes: number;
  first: Date;
}

/** Returns the measured days since `oldest`, up to, but not including, the minute of `until`. */
export async function readMeasuredDays(db: Queryable, oldest: string, until: Date): Promise<MeasuredDay[]> {
  const { rows } = await sql<MeasuredDay>`
    with measured as (
      select role, (minute at time zone 'utc')::date as day, count(*)::integer as minutes, min(minute) as first
      from role_minutes where minute < ${until} group by 1, 2
      union all select role, day, minutes, first_minute from role_days)
    select role, to_char(day, 'YYYY-MM-DD') as day, sum(minutes)::integer as minutes, min(first) as first
    from measured where day >= ${oldest}::date group by role, day order by measured.day, role`.execute(db);
  return rows;
}

/** Adds up the minutes of all days before `today`, and deletes the sums of days before `oldest`. */
export async function sumUpDays(db: Queryable, today: string, oldest: string): Promise<void> {
  await sql`
    with past as (
      delete from role_minutes where minute < (${today}::date::timestamp at time zone 'utc') returning role, minute)
    insert into role_days (role, day, minutes, first_minute)
    select role, (minute at time zone 'utc')::date, count(*), min(minute) from past group by 1, 2
    on conflict (role, day) do update
      set minutes = least(1440, role_days.minutes + excluded.minutes),
        first_minute = least(role_days.first_minute, excluded.first_minute)`.execute(db);
  await sql`delete from role_days where day < ${oldest}::date`.execute(db);
}
