import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';

interface ReplyTimes {
  priority: boolean;
  open: number;
  answered: number;
  /** In minutes; null if no request was answered. */
  median: number | null;
  slowest: number | null;
}

/**
 * Returns how many requests are open, and the reply times of requests answered since a point in time, for priority
 * requests and others.
 */
export async function replyTimes(db: Queryable, since: Date): Promise<ReplyTimes[]> {
  const { rows } = await sql<ReplyTimes>`
    with shown as (
      select priority, state = 'open' as is_open,
        case when answered_at >= ${since} then extract(epoch from answered_at - created_at)::float8 / 60 end as minutes
      from support_requests where state = 'open' or answered_at >= ${since}
    )
    select priority, count(*) filter (where is_open)::integer as open, count(minutes)::integer as answered,
      percentile_cont(0.5) within group (order by minutes) as median, max(minutes) as slowest
    from shown group by priority`.execute(db);
  return rows;
}
