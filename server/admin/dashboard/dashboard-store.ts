import { sql } from 'kysely';
import { type AdminStats, type AdminWaiting, WAITING_MAX } from '../../../contract/admin/admin.ts';
import type { Queryable } from '../../platform/db/database.ts';

export async function readCounts(db: Queryable): Promise<AdminStats | undefined> {
  // Exact counts read all rows, so the handles are read only once.
  const { rows } = await sql<AdminStats>`select
    (select count(*) from accounts)::integer as users,
    count(*)::integer as "activeHandles",
    count(*) filter (where profile_page)::integer as "activeProfiles"
    from handles where state = 'active'`.execute(db);
  return rows[0];
}

/** Reads each list in the order of its index, where waiting items come first, and only as far as it is counted. */
export async function readWaiting(db: Queryable): Promise<AdminWaiting | undefined> {
  const { rows } = await sql<AdminWaiting>`select
    (select count(*) filter (where state = 'open') from (select state from support_requests
      order by (state <> 'open'), (state <> 'open' or not priority), (case when state = 'open' then id else -id end)
      limit ${WAITING_MAX}) as listed)::integer as support,
    (select count(*) filter (where state in ('open', 'appealed')) from (select state from page_cases
      order by (state not in ('open', 'appealed')), (case when state in ('open', 'appealed') then id else -id end)
      limit ${WAITING_MAX}) as listed)::integer as "pageReports",
    ((select count(*) from (select from mail_recipients where held limit ${WAITING_MAX - 1}) as copies)
      + (select count(*) from mail_queue_state where paused_at is not null))::integer as "mailQueue",
    (select count(*) from (select from payments where state in ('created', 'pending', 'captured', 'refunding')
      and state in ('captured', 'refunding') and problem is not null limit ${WAITING_MAX}) as open)::integer as payments,
    (select count(*) from (select from waiting_claims limit ${WAITING_MAX}) as waiting)::integer as claims
  `.execute(db);
  return rows[0];
}
