import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';
import type { ListedPage } from '../../platform/http/paging.ts';
import { readList } from '../list/list-store.ts';
import type { Listing, ListQuery } from '../list/listing.ts';

export interface ProfileRow {
  id: number;
  handle: string;
  display_name: string | null;
  email_visible: boolean;
}

const handle = sql<string>`handles.handle collate "C"`;

/** Every handle, with the content of its page. */
const PROFILES: Listing = {
  from: sql`handles left join accounts on accounts.id = handles.account_id`,
  id: sql`handles.id`,
  fields: sql`handles.id, handle, display_name, accounts.email_visible is not false as email_visible`,
  searched: handle,
  searchedBy: 'username',
  texts: {
    own: [sql<string>`handles.handle`, sql<string>`lower(handles.display_name)`].map((text) => ({
      text,
      table: 'handles',
      from: sql`handles`,
      id: sql`handles.id`,
    })),
    others: [],
  },
  orders: {
    username: { by: 'value', value: handle, type: 'text' },
    displayName: { by: 'value', value: sql`coalesce(display_name, '') collate "C"`, type: 'text' },
    // Its negation implies an account, so the planner can start from the few accounts with a hidden address.
    emailVisible: { by: 'condition', holds: sql`(accounts.id is null or accounts.email_visible)` },
  },
};

export async function readProfiles(db: Queryable, query: ListQuery): Promise<ListedPage<ProfileRow>> {
  return readList(db, PROFILES, query);
}
