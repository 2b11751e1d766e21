import type { AdminUser } from '../../../contract/admin/admin.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { ListedPage } from '../../platform/http/paging.ts';
import { adminRoleOf } from '../../platform/http/sessions/admin-role.ts';
import type { ListQuery } from '../list/listing.ts';
import { readUsers } from './users-store.ts';

/** Lists accounts. Administrators have a role in their columns, or are named in the settings. */
export async function listUsers(
  db: Queryable,
  { adminEmails }: Pick<Config, 'adminEmails'>,
  query: ListQuery,
): Promise<ListedPage<AdminUser>> {
  const admins = adminEmails.map((email) => email.toLowerCase());
  const { items: rows, next } = await readUsers(db, admins, query);
  const owners = new Set(admins);
  const items = rows.map((row) => {
    const role = adminRoleOf(row, owners);
    return {
      id: row.id,
      email: row.email,
      emailVerified: row.verified,
      isAdmin: role !== null,
      ...(role && { role }),
      createdAt: row.created_at.toISOString(),
      ...(row.terms_version !== null && { terms: row.terms_version }),
      ...(row.privacy_version !== null && { privacy: row.privacy_version }),
      ...(row.suspended_at && { suspended: true as const }),
      ...(row.free_handle_limit !== null && { handleLimit: row.free_handle_limit }),
    };
  });
  return { items, next };
}
