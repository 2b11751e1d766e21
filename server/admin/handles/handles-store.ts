import { sql } from 'kysely';
import type { HandleState } from '../../../db/schema.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { ListedPage } from '../../platform/http/paging.ts';
import { INBOXES_OF_HANDLE } from '../list/inbox-texts.ts';
import { readList } from '../list/list-store.ts';
import type { Listing, ListQuery } from '../list/listing.ts';

export interface HandleRow {
  id: number;
  handle: string;
  account_id: number | null;
  state: HandleState;
  given_up_at: Date | null;
  created_at: Date;
}

const handle = sql<string>`handles.handle collate "C"`;

/** Every handle. Plans are sorted by price, which follows from the length of the handle (contract/payments/plans.ts). */
const HANDLES: Listing = {
  from: sql`handles`,
  id: sql`handles.id`,
  fields: sql`id, handle, account_id, state, given_up_at, created_at`,
  searched: handle,
  searchedBy: 'handle',
  texts: {
    own: [{ text: sql`handles.handle`, table: 'handles', from: sql`handles`, id: sql`handles.id` }],
    others: INBOXES_OF_HANDLE,
  },
  orders: {
    handle: { by: 'value', value: handle, type: 'text' },
    userId: { by: 'value', value: sql`coalesce(account_id, 0)`, type: 'integer' },
    plan: {
      by: 'value',
      value: sql`(case when length(handle) <= 1 then 3
        when length(handle) <= 4 then 2 when length(handle) <= 10 then 1 else 0 end)`,
      type: 'integer',
    },
    status: { by: 'value', value: sql`state`, type: 'handle_state' },
    createdAt: { by: 'value', value: sql`created_at`, type: 'timestamptz' },
  },
};

export async function readHandles(db: Queryable, query: ListQuery): Promise<ListedPage<HandleRow>> {
  return readList(db, HANDLES, query);
}

const COLUMNS = ['handles.id', 'handle', 'account_id', 'state', 'given_up_at', 'handles.created_at'] as const;

export async function readHandlesOf(db: Queryable, accountId: number, max: number): Promise<HandleRow[]> {
  const owned = db.selectFrom('handles').select(COLUMNS).where('account_id', '=', accountId);
  return owned.orderBy('id').limit(max).execute();
}

/** Returns a handle with the address of its owner. */
export async function findHandle(db: Queryable, handle: string) {
  return db
    .selectFrom('handles')
    .leftJoin('accounts', 'accounts.id', 'handles.account_id')
    .select([...COLUMNS, 'email', 'profile_page', 'paid_until', 'quarantined_at'])
    .where('handle', '=', handle)
    .executeTakeFirst();
}
