import { ACTIVITY_DAYS, type Action, type Activity } from '../../contract/teams/teams.ts';
import { DAY } from '../../contract/time.ts';
import { requireHandle } from '../handle-access/handle-access.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { Target } from '../platform/http/call-server.ts';
import { type ActivityPage, activityOf } from './store.ts';

const oldest = (now: Date) => new Date(now.getTime() - ACTIVITY_DAYS * DAY);

/** Returns a page of what was done at a handle in the last 90 days, newest first, and whether more follow. */
export async function listActivity(
  { db, now }: { db: Queryable; now: Date },
  { account, id: handleId, right }: Target,
  page: ActivityPage,
): Promise<{ activities: Activity[]; more: boolean }> {
  const { id } = await requireHandle(db, { account, id: handleId, right });
  const rows = await activityOf(db, id, oldest(now), page);
  const activities = rows.slice(0, page.limit).map((row) => ({
    id: Number(row.id),
    at: row.at.toISOString(),
    by: row.email,
    action: row.action as Action,
    details: row.details,
  }));
  return { activities, more: rows.length > page.limit };
}
