import { sql } from 'kysely';
import type { AdminStats } from '../../../contract/admin.ts';
import type { Queryable } from '../../platform/db/database.ts';

export async function readCounts(db: Queryable): Promise<AdminStats | undefined> {
  // Exact, and therefore a read of all rows; of the handles only one.
  const { rows } = await sql<AdminStats>`select
    (select count(*) from accounts)::integer as users,
    count(*)::integer as "activeHandles",
    count(*) filter (where profile_page)::integer as "activeProfiles"
    from handles where state = 'active'`.execute(db);
  return rows[0];
}
