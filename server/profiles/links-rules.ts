import { checkPlatformLink } from '../../contract/social/platform-links.ts';
import { isPlatformId, platformOf } from '../../contract/social/platforms.ts';
import type { SocialLink } from '../../contract/social/social-links.ts';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { linksOfHandles, replaceLinks } from './links-store.ts';

/** A link as a client sends it; `isActive` has priority over `active`, and both are optional. */
export interface LinkInput {
  platform: string;
  username: string;
  url?: string | undefined;
  isActive?: boolean | undefined;
  active?: boolean | undefined;
}

/** A stored link as responses carry it. */
export function toSocialLink(row: { platform: string; username: string; url: string; is_active: boolean }): SocialLink {
  const { platform, username, url, is_active } = row;
  return { platform, username, url, isActive: is_active, active: is_active };
}

/** The links of several handles by the handle's id, in their order. */
export async function socialLinksOf(db: Queryable, handleIds: number[]): Promise<Map<number, SocialLink[]>> {
  const links = new Map<number, SocialLink[]>(handleIds.map((id) => [id, []]));
  for (const row of await linksOfHandles(db, handleIds)) links.get(row.handle_id)?.push(toSocialLink(row));
  return links;
}

/**
 * Replaces all links of a handle, in this order. A link without a user name is dropped; one without an address gets the
 * address of its platform; one without `isActive` keeps its value, and a new one is active. Throws if a new link is invalid;
 * stored links are not checked again. The caller holds the lock of the handle.
 */
export async function saveSocialLinks(trx: Transaction<DB>, handleId: number, inputs: LinkInput[]): Promise<void> {
  const before = new Map((await linksOfHandles(trx, [handleId])).map((link) => [link.platform, link]));
  const links = inputs.flatMap(({ platform, username, url, isActive, active }, index) => {
    if (username === '') return [];
    const stored = before.get(platform);
    const link = resolveLink({ platform, username, url }, stored, index);
    return [{ platform, ...link, is_active: isActive ?? active ?? stored?.is_active ?? true }];
  });
  await replaceLinks(trx, handleId, links);
}

/** The user name and address of a link as they are stored. */
function resolveLink(
  { platform, username, url }: LinkInput,
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
