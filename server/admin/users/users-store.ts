import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';
import type { ListedPage } from '../../platform/http/paging.ts';
import { INBOXES_OF_ACCOUNT } from '../list/inbox-texts.ts';
import { readList } from '../list/list-store.ts';
import type { Listing, ListQuery } from '../list/listing.ts';

export interface UserRow {
  id: number;
  email: string;
  verified: boolean;
  is_admin: boolean;
  admin_role: string | null;
  created_at: Date;
  suspended_at: Date | null;
  free_handle_limit: number | null;
  terms_version: string | null;
  privacy_version: string | null;
}

/** Every account. `admins` are the addresses, in lower case, that the settings make administrators. */
function usersListing(admins: string[]): Listing {
  const email = sql<string>`lower(accounts.email) collate "C"`;
  const isAdmin = sql<boolean>`(accounts.is_admin or accounts.admin_role is not null or ${email} = any(${admins}))`;
  return {
    from: sql`accounts`,
    id: sql`accounts.id`,
    fields: sql`accounts.id, email, email_verified_at is not null as verified, is_admin, admin_role, created_at, suspended_at,
      free_handle_limit, terms_version, privacy_version`,
    searched: email,
    searchedBy: 'email',
    texts: {
      own: [{ text: sql`lower(accounts.email)`, table: 'accounts', from: sql`accounts`, id: sql`accounts.id` }],
      others: INBOXES_OF_ACCOUNT,
    },
    orders: {
      email: { by: 'value', value: email, type: 'text' },
      emailVerified: { by: 'value', value: sql`(email_verified_at is not null)`, type: 'boolean' },
      isAdmin: { by: 'condition', holds: isAdmin },
      createdAt: { by: 'value', value: sql`created_at`, type: 'timestamptz' },
    },
  };
}

export async function readUsers(db: Queryable, admins: string[], query: ListQuery): Promise<ListedPage<UserRow>> {
  return readList(db, usersListing(admins), query);
}

/** Returns the id of the account of an address. */
export async function findAccountId(db: Queryable, email: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return row?.id;
}

/** Returns the address of an account, and when its owner closed it. */
export async function readClosing(db: Queryable, id: number) {
  return db.selectFrom('accounts').select(['email', 'closed_at']).where('id', '=', id).executeTakeFirst();
}
