import type { AdminStats } from '../../../contract/admin.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { readCounts } from './dashboard-store.ts';

/** The counts above the tabs. */
export async function dashboardStats(db: Queryable): Promise<AdminStats> {
  return (await readCounts(db)) ?? { users: 0, activeHandles: 0, activeProfiles: 0 };
}
