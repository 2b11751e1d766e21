import type { AdminStats, AdminWaiting } from '../../../contract/admin/admin.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { readCounts, readWaiting } from './dashboard-store.ts';

/** Returns the counts above the tabs. */
export async function dashboardStats(db: Queryable): Promise<AdminStats> {
  return (await readCounts(db)) ?? { users: 0, activeHandles: 0, activeProfiles: 0 };
}

/** Returns the counts on the tabs: what waits for an administrator. */
export async function waitingCounts(db: Queryable): Promise<AdminWaiting> {
  return (await readWaiting(db)) ?? { support: 0, pageReports: 0, mailQueue: 0, payments: 0, claims: 0 };
}
