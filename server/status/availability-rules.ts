import type { RoleAvailability, StatusView } from '../../contract/documents.ts';
import { DAY, MINUTE } from '../../contract/time.ts';
import type { Queryable } from '../platform/db/database.ts';
import { missingRoles } from '../platform/jobs/heartbeat.ts';
import { type MeasuredDay, readMeasuredDays, sumUpDays } from './availability-store.ts';

const SHOWN_DAYS = 90;
const ROLES = ['http', 'mail', 'jobs'] as const;

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const firstDay = (now: Date, days: number) => dayOf(now.getTime() - (days - 1) * DAY);

/**
 * Returns the availability of each role in the last 90 days. A role was available in a minute if one of its processes
 * wrote a heartbeat in it. Minutes before the first heartbeat, and the current one, are left out.
 */
export async function readStatus(db: Queryable, now: Date): Promise<StatusView> {
  const until = new Date(Math.floor(now.getTime() / MINUTE) * MINUTE);
  const measured = await readMeasuredDays(db, firstDay(now, SHOWN_DAYS), until);
  const missing = await missingRoles(db);
  const roles = ROLES.map((role) =>
    availabilityOf(
      { role, isRunning: !missing.includes(role) },
      measured.filter((one) => one.role === role),
      until,
    ),
  );
  return { isRunning: missing.length === 0, at: now.toISOString(), roles };
}

function availabilityOf(
  state: Pick<RoleAvailability, 'role' | 'isRunning'>,
  measured: MeasuredDay[],
  until: Date,
): RoleAvailability {
  const since = measured[0]?.first;
  const byDay = new Map(measured.map(({ day, minutes }) => [day, minutes]));
  const today = Math.floor(until.getTime() / DAY) * DAY;
  const days = Array.from({ length: SHOWN_DAYS }, (_, at) => {
    const start = today - (SHOWN_DAYS - 1 - at) * DAY;
    const from = Math.max(start, since?.getTime() ?? Number.POSITIVE_INFINITY);
    const outOf = Math.max(0, Math.round((Math.min(start + DAY, until.getTime()) - from) / MINUTE));
    return { day: dayOf(start), minutes: Math.min(outOf, byDay.get(dayOf(start)) ?? 0), outOf };
  });
  const sum = (key: 'minutes' | 'outOf') => days.reduce((total, day) => total + day[key], 0);
  return { ...state, since: since?.toISOString() ?? null, minutes: sum('minutes'), outOf: sum('outOf'), days };
}

/** Adds up the minutes of past days, and deletes measurements older than 90 days. Call this every day. */
export async function compactAvailability(db: Queryable, now: Date): Promise<void> {
  await sumUpDays(db, dayOf(now.getTime()), firstDay(now, SHOWN_DAYS));
}
