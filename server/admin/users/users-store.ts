import { sql } from 'kysely';
import type { HandleState } from '../../../db/schema.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { readList } from '../list/list-store.ts';
import type { Listing, ListPage, Wanted } from '../list/listing.ts';

export interface UserRow {
  id: number;
  email: string;
  verified: boolean;
  admin: boolean;
  created_at: Date;
  suspended_at: Date | null;
  free_handle_limit: number | null;
}

export interface HandleRow {
  id: number;
  handle: string;
  account_id: number | null;
  state: HandleState;
  created_at: Date;
}

export interface ProfileRow {
  id: number;
  handle: string;
  display_name: string | null;
  email_visible: boolean;
}

/** Every account; `admins` are the addresses that the settings make administrators, in lower case. */
function usersListing(admins: string[]): Listing {
  const email = sql<string>`lower(accounts.email) collate "C"`;
  const isAdmin = sql<boolean>`(accounts.is_admin or ${email} = any(${admins}))`;
  return {
    from: sql`accounts`,
    id: sql`accounts.id`,
    fields: sql`accounts.id, email, email_verified_at is not null as verified, ${isAdmin} as admin, created_at, suspended_at,
      free_handle_limit`,
    searched: email,
    searchedBy: 'email',
    orders: {
      email: { by: 'value', value: email, type: 'text' },
      emailVerified: { by: 'value', value: sql`(email_verified_at is not null)`, type: 'boolean' },
      isAdmin: { by: 'condition', holds: isAdmin },
      createdAt: { by: 'value', value: sql`created_at`, type: 'timestamptz' },
    },
  };
}

const handle = sql<string>`handles.handle collate "C"`;

/** Every handle. Plans go by their price, as the length of a handle says. */
const HANDLES: Listing = {
  from: sql`handles`,
  id: sql`handles.id`,
  fields: sql`id, handle, account_id, state, created_at`,
  searched: handle,
  searchedBy: 'handle',
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

/** Every handle again, by what its page shows. */
const PROFILES: Listing = {
  from: sql`handles left join accounts on accounts.id = handles.account_id`,
  id: sql`handles.id`,
  fields: sql`handles.id, handle, display_name, accounts.email_visible is not false as email_visible`,
  searched: handle,
  searchedBy: 'username',
  orders: {
    username: { by: 'value', value: handle, type: 'text' },
    displayName: { by: 'value', value: sql`coalesce(display_name, '') collate "C"`, type: 'text' },
    // In these words the planner sees that a hidden address has an account, and begins there when there are few.
    emailVisible: { by: 'condition', holds: sql`(accounts.id is null or accounts.email_visible)` },
  },
};

export async function readUsers(db: Queryable, admins: string[], wanted: Wanted): Promise<ListPage<UserRow>> {
  return readList(db, usersListing(admins), wanted);
}

export async function readHandles(db: Queryable, wanted: Wanted): Promise<ListPage<HandleRow>> {
  return readList(db, HANDLES, wanted);
}

export async function readProfiles(db: Queryable, wanted: Wanted): Promise<ListPage<ProfileRow>> {
  return readList(db, PROFILES, wanted);
}

/** Counts of the dashboard. */
export async function readStats(db: Queryable) {
  const { rows } = await sql<{ users: number; activeHandles: number; activeProfiles: number }>`select
    (select count(*) from accounts)::integer as users,
    (select count(*) from handles where state = 'active')::integer as "activeHandles",
    (select count(*) from handles where state = 'active' and profile_page)::integer as "activeProfiles"`.execute(db);
  return rows[0] ?? { users: 0, activeHandles: 0, activeProfiles: 0 };
}
