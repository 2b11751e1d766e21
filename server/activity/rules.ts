import { ACTIVITY_DAYS, type Action, type Activity } from '../../contract/teams/teams.ts';
import { DAY } from '../../contract/time.ts';
import { requireHandle } from '../handle-access/handle-access.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { Target } from '../platform/http/call-server.ts';
import { type ListedPage, pageOf } from '../platform/http/paging.ts';
import { type ActivityPage, activityOf } from './store.ts';

const oldest = (now: Date) => new Date(now.getTime() - ACTIVITY_DAYS * DAY);

/** Returns a page of the actions on a handle in the last 90 days, newest first. */
export async function listActivity(
  { db, now }: { db: Queryable; now: Date },
  at: Target,
  page: ActivityPage,
): Promise<ListedPage<Activity>> {
  const { id } = await requireHandle(db, at);
  const rows = await activityOf(db, id, oldest(now), page);
  return pageOf(rows, page.limit, (row) => ({
    id: Number(row.id),
    at: row.at.toISOString(),
    by: row.email,
    action: row.action as Action,
    details: row.details,
  }));
}
