import { isHandle } from '../../contract/handle-rules.ts';
import type { PublicProfile } from '../../contract/profiles.ts';
import { themeConfigOf } from '../../contract/themes.ts';
import type { Queryable } from '../plumbing/database.ts';
import { findProfile } from './store.ts';

/** The public view of a handle; null where there is none, or its owner switched the page off. */
export async function publicProfile(db: Queryable, username: string): Promise<PublicProfile | null> {
  const handle = username.toLowerCase();
  // What can't be a handle is nobody's; some of it the database would not even take as text.
  if (!isHandle(handle)) return null;
  const row = await findProfile(db, handle);
  if (row?.state !== 'active' || !row.profile_page) return null;
  return {
    username: row.handle,
    displayName: row.display_name,
    bio: row.bio,
    bannerImage: row.banner_image ?? row.banner_url,
    profilePicture: row.profile_picture ?? row.avatar_url,
    emailVisible: row.email_visible ?? true,
    socialLinks: row.links.map(({ is_active, ...link }) => ({ ...link, isActive: is_active, active: is_active })),
    template: row.template,
    themeConfig: themeConfigOf(row.template),
  };
}
