import type { AdminHandle, AdminProfile, AdminStats, AdminUser } from '../../../contract/admin.ts';
import { planForHandle } from '../../../contract/plans.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { socialLinksOf } from '../../profiles/links-rules.ts';
import type { Wanted } from '../list/listing.ts';
import { readHandles, readProfiles, readStats, readUsers } from './users-store.ts';

/** A page of a list as it goes out; `next` is where the next one begins. */
export interface ListedPage<Item> {
  items: Item[];
  next: string | undefined;
}

/** Counts of the dashboard. */
export async function countPeople(db: Queryable): Promise<AdminStats> {
  return readStats(db);
}

/** Accounts; administrators are those of the column and those that the settings name. */
export async function listUsers(
  db: Queryable,
  { adminEmails }: Pick<Config, 'adminEmails'>,
  wanted: Wanted,
): Promise<ListedPage<AdminUser>> {
  const admins = adminEmails.map((email) => email.toLowerCase());
  const { rows, next } = await readUsers(db, admins, wanted);
  const items = rows.map((row) => ({
    id: row.id,
    email: row.email,
    emailVerified: row.verified,
    isAdmin: row.admin,
    createdAt: row.created_at.toISOString(),
    ...(row.suspended_at && { suspended: true as const }),
    ...(row.free_handle_limit !== null && { handleLimit: row.free_handle_limit }),
  }));
  return { items, next };
}

/** Handles of everybody, whatever their state. */
export async function listAllHandles(db: Queryable, wanted: Wanted): Promise<ListedPage<AdminHandle>> {
  const { rows, next } = await readHandles(db, wanted);
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

/** What the page of every handle shows, whether or not it is shown now. */
export async function listProfiles(db: Queryable, wanted: Wanted): Promise<ListedPage<AdminProfile>> {
  // A profile is a handle: their ids are the same.
  const sort = wanted.sort?.replace('handleId', 'id');
  const { rows, next } = await readProfiles(db, { ...wanted, sort });
  const links = await socialLinksOf(
    db,
    rows.map(({ id }) => id),
  );
  const items = rows.map((row) => ({
    id: row.id,
    username: row.handle,
    displayName: row.display_name,
    handleId: row.id,
    emailVisible: row.email_visible,
    socialLinks: links.get(row.id) ?? [],
  }));
  return { items, next };
}
