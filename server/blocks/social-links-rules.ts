import { MAX_BLOCKS } from '../../contract/blocks/blocks.ts';
import { checkPlatformLink } from '../../contract/social/platform-links.ts';
import { isPlatformId, platformOf } from '../../contract/social/platforms.ts';
import type { SocialLink } from '../../contract/social/social-links.ts';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { assertLinkable, fieldError } from './shared/blocked-links.ts';
import { HELD } from './shared/held-blocks.ts';
import { heldBlocksOf } from './shared/held-blocks-store.ts';
import { type IsBlocked, toSocialLink as toStoredSocialLink } from './shared/page-blocks.ts';
import { placeSocialLinks } from './shared/place-blocks.ts';
import { storedBlocksOf, writeStoredBlocks } from './shared/stored-blocks-store.ts';
import { linksOfHandles } from './social-links-store.ts';

/** A link as a client sends it. `isActive` takes precedence over `active`; both are optional. */
export interface LinkInput {
  platform: string;
  username: string;
  url?: string | undefined;
  isActive?: boolean | undefined;
  active?: boolean | undefined;
}

/** Converts a stored link to the form of responses. */
function toSocialLink(row: { platform: string; username: string; url: string; is_active: boolean }): SocialLink {
  const { platform, username, url, is_active } = row;
  return { platform, username, url, isActive: is_active, active: is_active };
}

/** Returns the links of several handles by the handle's id, in their order. */
export async function socialLinksOf(db: Queryable, handleIds: number[]): Promise<Map<number, SocialLink[]>> {
  const links = new Map<number, SocialLink[]>(handleIds.map((id) => [id, []]));
  for (const row of await linksOfHandles(db, handleIds)) links.get(row.handle_id)?.push(toSocialLink(row));
  return links;
}

/**
 * Replaces all links of a handle, in this order, and leaves the other blocks of its page alone. A link without a user name is
 * dropped; one without an address gets the address of its platform; one without `isActive` keeps its value, and a new one is
 * active. Throws if a new link is invalid; stored links are not checked again. The caller holds the lock of the handle.
 */
export async function saveSocialLinks(
  trx: Transaction<DB>,
  handleId: number,
  inputs: LinkInput[],
  isBlocked: IsBlocked,
): Promise<void> {
  const stored = await storedBlocksOf(trx, handleId);
  const held = await heldBlocksOf(trx, handleId);
  const before = new Map(
    stored.filter(({ is_social }) => is_social).map((one) => [String(one.content.platform), toStoredSocialLink(one)]),
  );
  const links = inputs.flatMap(({ platform, username, url, isActive, active }, index) => {
    if (username === '') return [];
    const old = before.get(platform);
    const link = resolveLink({ platform, username, url }, old, index);
    if (link.url !== old?.url) assertLinkable(`socialLinks.${index}.url`, link.url, isBlocked);
    const shown = isActive ?? active ?? old?.isActive ?? true;
    const isHeld = held.some(({ url: address }) => address === link.url);
    if (shown && isHeld && !(old?.isActive && old.url === link.url)) {
      throw fieldError(`socialLinks.${index}.isActive`, HELD);
    }
    return [{ platform, ...link, isActive: shown }];
  });
  const next = placeSocialLinks(links, stored);
  if (next.length > Math.max(MAX_BLOCKS, stored.length)) {
    throw fieldError('socialLinks', `A page has at most ${MAX_BLOCKS} blocks. Please remove one first.`);
  }
  await writeStoredBlocks(trx, handleId, next);
}

/** Returns the user name and address of a link in their stored form. */
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
  throw fieldError(`socialLinks.${index}.username`, `${platformOf(platform)?.name}: ${link.fault}`);
}
