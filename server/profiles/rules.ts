import type { BlockLink } from '../../contract/blocks/block-links.ts';
import { isHandle } from '../../contract/handles/handle-rules.ts';
import type { PublicProfile } from '../../contract/profiles/profiles.ts';
import { themeConfigOf } from '../../contract/profiles/themes.ts';
import type { HandleState } from '../../db/schema.ts';
import { type IsBlocked, shownPage } from '../blocks/shared/page-blocks.ts';
import { toProfileValues } from '../handle-access/profile-fields.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import { findProfile, findState } from './store.ts';

/** A profile and its sharing image. */
export interface SharedProfile {
  profile: PublicProfile;
  socialImage: { key: string; hash: string } | null;
  /** Whether search engines may follow its links. */
  followLinks: boolean;
  /** The links whose clicks are counted, by the ids of `POST /{handle}/ping/{clickId}`. */
  links: (BlockLink & { clickId: string })[];
  /** The time (ms) at which the next block appears or disappears; infinite if none will. */
  changesAt: number;
}

/** Dependencies of a public profile. */
export interface ProfileContext {
  db: Queryable;
  clock: Clock;
  isBlocked: IsBlocked;
}

/** Returns the public profile of a handle; null if the handle does not exist or its page is switched off. */
export async function publicProfile(context: ProfileContext, username: string): Promise<PublicProfile | null> {
  return (await sharedProfile(context, username))?.profile ?? null;
}

/** Returns whether a handle is resting because it was not renewed. */
export async function isResting(db: Queryable, username: string): Promise<boolean> {
  const handle = username.toLowerCase();
  return isHandle(handle) && (await findState(db, handle)) === 'resting';
}

/** Returns the public profile of a handle with its sharing image; null in the same cases as `publicProfile`. */
export async function sharedProfile(context: ProfileContext, username: string): Promise<SharedProfile | null> {
  const found = await readProfile(context, username);
  return 'profile' in found ? found : null;
}

/**
 * Like `sharedProfile`, but without a page returns the state of the handle, which is undefined if the handle does not exist.
 */
export async function readProfile(
  { db, clock, isBlocked }: ProfileContext,
  username: string,
): Promise<SharedProfile | { state: HandleState | undefined }> {
  const handle = username.toLowerCase();
  // The database does not accept every text.
  if (!isHandle(handle)) return { state: undefined };
  const now = clock().getTime();
  const row = await findProfile(db, handle);
  if (row?.state !== 'active') return { state: row?.state };
  const { profilePage, ...shown } = toProfileValues(row);
  if (!profilePage) return { state: row.state };
  const { blocks, socialLinks, links, changesAt } = shownPage(row.blocks, now, isBlocked);
  return {
    links,
    changesAt,
    followLinks: row.links_followed_at !== null,
    socialImage:
      row.image_key !== null && row.image_hash !== null ? { key: row.image_key, hash: row.image_hash } : null,
    profile: {
      username: row.handle,
      ...shown,
      bannerImage: shown.bannerImage ?? row.banner_url,
      profilePicture: shown.profilePicture ?? row.avatar_url,
      emailVisible: row.email_visible ?? true,
      acceptsMail: row.accepts_mail,
      socialLinks,
      blocks,
      themeConfig: themeConfigOf(shown.template),
    },
  };
}
