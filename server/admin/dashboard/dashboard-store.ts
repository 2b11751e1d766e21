import { sql } from 'kysely';
import type { AdminStats } from '../../../contract/admin.ts';
import type { Queryable } from '../../platform/db/database.ts';

export async function readCounts(db: Queryable): Promise<AdminStats | undefined> {
  const { rows } = await sql<AdminStats>`select
    (select count(*) from accounts)::integer as users,
    (select count(*) from handles where state = 'active')::integer as "activeHandles",
    (select count(*) from handles where state = 'active' and profile_page)::integer as "activeProfiles"`.execute(db);
  return rows[0];
}
