import { platformUrl } from '../../contract/platforms.ts';
import type { SocialLink } from '../../contract/social-links.ts';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../plumbing/database.ts';
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
export function linkOnWire(row: { platform: string; username: string; url: string; is_active: boolean }): SocialLink {
  const { platform, username, url, is_active } = row;
  return { platform, username, url, isActive: is_active, active: is_active };
}

/** The links of several handles by the handle's id, each in its order. */
export async function socialLinksOf(db: Queryable, handleIds: number[]): Promise<Map<number, SocialLink[]>> {
  const links = new Map<number, SocialLink[]>(handleIds.map((id) => [id, []]));
  for (const row of await linksOfHandles(db, handleIds)) links.get(row.handle_id)?.push(linkOnWire(row));
  return links;
}

/**
 * Replaces all links of a handle, in this order. A link without a user name is none; one without an address gets its
 * platform's; where it isn't said whether it is shown, it stays as it was, and a new one is. The caller holds the handle's lock.
 */
export async function saveSocialLinks(trx: Transaction<DB>, handleId: number, wanted: WantedLink[]): Promise<void> {
  const before = new Map((await linksOfHandles(trx, [handleId])).map((link) => [link.platform, link.is_active]));
  const links = wanted
    .filter(({ username }) => username !== '')
    .map(({ platform, username, url, isActive, active }) => ({
      platform,
      username,
      url: url ?? platformUrl(platform, username),
      is_active: isActive ?? active ?? before.get(platform) ?? true,
    }));
  await replaceLinks(trx, handleId, links);
}
