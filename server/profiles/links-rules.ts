import { checkPlatformLink } from '../../contract/platform-links.ts';
import { isPlatformId, platformOf } from '../../contract/platforms.ts';
import type { SocialLink } from '../../contract/social-links.ts';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { linksOfHandles, replaceLinks } from './links-store.ts';

/** A link as somebody wants it saved; `isActive` goes before `active`, and either may be left out. */
export interface WantedLink {
  platform: string;
  username: string;
  url?: string | undefined;
  isActive?: boolean | undefined;
  active?: boolean | undefined;
}

/** A stored link as every call answers it. */
export function toSocialLink(row: { platform: string; username: string; url: string; is_active: boolean }): SocialLink {
  const { platform, username, url, is_active } = row;
  return { platform, username, url, isActive: is_active, active: is_active };
}

/** The links of several handles by the handle's id, each in its order. */
export async function socialLinksOf(db: Queryable, handleIds: number[]): Promise<Map<number, SocialLink[]>> {
  const links = new Map<number, SocialLink[]>(handleIds.map((id) => [id, []]));
  for (const row of await linksOfHandles(db, handleIds)) links.get(row.handle_id)?.push(toSocialLink(row));
  return links;
}

/**
 * Replaces all links of a handle, in this order. A link without a user name is none; one without an address gets its
 * platform's; where it isn't said whether it is shown, it stays as it was, and a new one is. Throws where a new link can lead
 * nowhere; one that was stored before stays. The caller holds the handle's lock.
 */
export async function saveSocialLinks(trx: Transaction<DB>, handleId: number, wanted: WantedLink[]): Promise<void> {
  const before = new Map((await linksOfHandles(trx, [handleId])).map((link) => [link.platform, link]));
  const links = wanted.flatMap(({ platform, username, url, isActive, active }, index) => {
    if (username === '') return [];
    const stored = before.get(platform);
    const link = addressed({ platform, username, url }, stored, index);
    return [{ platform, ...link, is_active: isActive ?? active ?? stored?.is_active ?? true }];
  });
  await replaceLinks(trx, handleId, links);
}

/** A link's name and address as they are stored. */
function addressed(
  { platform, username, url }: WantedLink,
  stored: { username: string; url: string } | undefined,
  index: number,
): { username: string; url: string } {
  if (!isPlatformId(platform)) throw new Error(`no platform ${platform}`);
  const link = checkPlatformLink(platform, username, url);
  if (!('fault' in link)) return link;
  const isStored = stored?.username === username && (url === undefined || url === stored.url);
  if (isStored) return { username, url: stored.url };
  const message = `${platformOf(platform)?.name}: ${link.fault}`;
  throw new ApiError('invalid_input', { message, errors: [{ path: `socialLinks.${index}.username`, message }] });
}
