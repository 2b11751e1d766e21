import type { Queryable } from '../platform/db/database.ts';

export interface ActivityPage {
  limit: number;
  after?: number | undefined;
}

/** Returns the actions on a handle since a point in time, newest first, one more than fits on the page. */
export async function activityOf(db: Queryable, handleId: number, since: Date, page: ActivityPage) {
  return db
    .selectFrom('handle_activity')
    .leftJoin('accounts', 'accounts.id', 'handle_activity.account_id')
    .select(['handle_activity.id', 'handle_activity.at', 'accounts.email', 'action', 'details'])
    .where('handle_activity.handle_id', '=', handleId)
    .where('handle_activity.at', '>=', since)
    .$if(page.after !== undefined, (query) => query.where('handle_activity.id', '<', String(page.after)))
    .orderBy('handle_activity.id', 'desc')
    .limit(page.limit + 1)
    .execute();
}
