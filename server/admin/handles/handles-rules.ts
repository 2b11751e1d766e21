import type { AdminHandle } from '../../../contract/admin/admin.ts';
import { planForHandle } from '../../../contract/payments/plans.ts';
import { keptUntil } from '../../handles/shared/kept-until.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { ListedPage } from '../../platform/http/paging.ts';
import type { ListQuery } from '../list/listing.ts';
import { findHandle, type HandleRow, readHandles, readHandlesOf } from './handles-store.ts';

/** A handle with its owner and the dates of its states. */
export interface HandleDetails extends AdminHandle {
  ownerEmail: string | null;
  hasPage: boolean;
  paidUntil: string | null;
  quarantinedAt: string | null;
}

/** Lists the handles of every owner, in any state. */
export async function listAllHandles(db: Queryable, query: ListQuery): Promise<ListedPage<AdminHandle>> {
  const { items, next } = await readHandles(db, query);
  return { items: items.map(toResponse), next };
}

/** Returns the first 500 handles of an account. */
export async function handlesOfOwner(db: Queryable, accountId: number): Promise<AdminHandle[]> {
  return (await readHandlesOf(db, accountId, 500)).map(toResponse);
}

/** Returns a handle by its name. Throws `not_found`. */
export async function handleDetails(db: Queryable, name: string): Promise<HandleDetails> {
  const row = await findHandle(db, name.toLowerCase());
  if (!row) throw new ApiError('not_found', { message: `There is no handle ${name}.` });
  return {
    ...toResponse(row),
    ownerEmail: row.email,
    hasPage: row.profile_page,
    paidUntil: row.paid_until?.toISOString() ?? null,
    quarantinedAt: row.quarantined_at?.toISOString() ?? null,
  };
}

function toResponse(row: HandleRow): AdminHandle {
  return {
    id: row.id,
    handle: row.handle,
    userId: row.account_id,
    plan: planForHandle(row.handle),
    status: row.state,
    ...(row.given_up_at && { givenUpUntil: keptUntil(row.given_up_at).toISOString() }),
    createdAt: row.created_at.toISOString(),
  };
}
