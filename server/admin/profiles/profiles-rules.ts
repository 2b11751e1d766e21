import type { AdminProfile } from '../../../contract/admin/admin.ts';
import { socialLinksOf } from '../../blocks/social-links-rules.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { ListedPage } from '../../platform/http/paging.ts';
import type { ListQuery } from '../list/listing.ts';
import { readProfiles } from './profiles-store.ts';

/** Lists the profile of every handle, even if its page is not public. */
export async function listProfiles(db: Queryable, query: ListQuery): Promise<ListedPage<AdminProfile>> {
  // A profile is a handle, so their ids are the same.
  const sort = query.sort?.replace('handleId', 'id');
  const { items: rows, next } = await readProfiles(db, { ...query, sort });
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
