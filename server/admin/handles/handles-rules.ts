import type { AdminHandle } from '../../../contract/admin.ts';
import { planForHandle } from '../../../contract/payments/plans.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { ListedPage, ListQuery } from '../list/listing.ts';
import { readHandles } from './handles-store.ts';

/** Handles of every owner, whatever their state. */
export async function listAllHandles(db: Queryable, query: ListQuery): Promise<ListedPage<AdminHandle>> {
  const { rows, next } = await readHandles(db, query);
  const items = rows.map((row) => ({
    id: row.id,
    handle: row.handle,
    userId: row.account_id,
    plan: planForHandle(row.handle),
    status: row.state,
    createdAt: row.created_at.toISOString(),
  }));
  return { items, next };
}
