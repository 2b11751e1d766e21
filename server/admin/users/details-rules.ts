import type { AdminHandle, AdminUser } from '../../../contract/admin/admin.ts';
import { erasureDate } from '../../accounts/rules.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { handlesOfOwner } from '../handles/handles-rules.ts';
import { listUsers } from './users-rules.ts';
import { findAccountId, readClosing } from './users-store.ts';

/** An account with its handles, and when it is erased if its owner has closed it. */
export interface UserDetails extends AdminUser {
  erasedAt: string | null;
  handles: AdminHandle[];
}

/** Returns the id of an account by its address or its id. Throws `not_found`. */
export async function userIdOf(db: Queryable, emailOrId: string): Promise<number> {
  const id = /^\d{1,9}$/.test(emailOrId) ? Number(emailOrId) : await findAccountId(db, emailOrId);
  if (id === undefined) throw new ApiError('not_found', { message: `No account has the address ${emailOrId}.` });
  return id;
}

/** Returns one account. Throws `not_found`. */
export async function userDetails(
  db: Queryable,
  config: Pick<Config, 'adminEmails'>,
  emailOrId: string,
): Promise<UserDetails> {
  const id = await userIdOf(db, emailOrId);
  const row = await readClosing(db, id);
  const { items } = await listUsers(db, config, { limit: 100, search: row?.email ?? '' });
  const user = items.find((item) => item.id === id);
  if (!row || !user) throw new ApiError('not_found', { message: `No account is ${emailOrId}.` });
  return {
    ...user,
    erasedAt: row.closed_at && erasureDate(row.closed_at).toISOString(),
    handles: await handlesOfOwner(db, id),
  };
}
