import { isHandle } from '../../contract/handle-rules.ts';
import type { PublicProfile } from '../../contract/profiles.ts';
import { themeConfigOf } from '../../contract/themes.ts';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../plumbing/database.ts';
import { addCalmJob } from '../plumbing/jobs.ts';
import { touchProfile } from './card-store.ts';
import { findProfile } from './store.ts';

/** The name of the job that draws a sharing image. */
export const CARD_JOB = 'draw-card';
/** Images drawn at a time, in all processes together: letters must not wait behind them. */
const LANES = 2;

/** A profile and the sharing image that has been drawn of it. */
export interface SharedProfile {
  profile: PublicProfile;
  card: { key: string; hash: string } | null;
}

/** The public view of a handle; null where there is none, or its owner switched the page off. */
export async function publicProfile(db: Queryable, username: string): Promise<PublicProfile | null> {
  return (await sharedProfile(db, username))?.profile ?? null;
}

/** The same together with its sharing image. */
export async function sharedProfile(db: Queryable, username: string): Promise<SharedProfile | null> {
  const handle = username.toLowerCase();
  // What can't be a handle is nobody's; some of it the database would not even take as text.
  if (!isHandle(handle)) return null;
  const row = await findProfile(db, handle);
  if (row?.state !== 'active' || !row.profile_page) return null;
  return {
    card: row.card_key !== null && row.card_hash !== null ? { key: row.card_key, hash: row.card_hash } : null,
    profile: {
      username: row.handle,
      displayName: row.display_name,
      bio: row.bio,
      bannerImage: row.banner_image ?? row.banner_url,
      profilePicture: row.profile_picture ?? row.avatar_url,
      emailVisible: row.email_visible ?? true,
      socialLinks: row.links.map(({ is_active, ...link }) => ({ ...link, isActive: is_active, active: is_active })),
      template: row.template,
      themeConfig: themeConfigOf(row.template),
    },
  };
}

/**
 * To be called in the transaction of every write that a public page shows: notes the time for the sitemap and has the
 * sharing image drawn again, once for a burst of writes.
 */
export async function profileChanged(trx: Transaction<DB>, handleId: number): Promise<void> {
  await touchProfile(trx, handleId);
  await orderCard(trx, handleId);
}

/** Has a sharing image drawn soon. */
export async function orderCard(db: Queryable, handleId: number): Promise<void> {
  await addCalmJob(db, CARD_JOB, { handleId }, { key: `card-${handleId}`, lane: `cards-${handleId % LANES}` });
}
