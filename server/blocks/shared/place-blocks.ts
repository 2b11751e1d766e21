import { randomInt } from 'node:crypto';
import type { Block } from '../../../contract/blocks/blocks.ts';
import { isPlatformId } from '../../../contract/social/platforms.ts';
import type { StoredBlock } from './stored-blocks-store.ts';

/** Characters of a generated id after the leading digit. No name of a network begins with a digit, so no id equals one. */
const ID_LENGTH = 5;

function newId(isTaken: (id: string) => boolean): string {
  for (;;) {
    const rest = randomInt(36 ** ID_LENGTH)
      .toString(36)
      .padStart(ID_LENGTH, '0');
    const id = `${randomInt(10)}${rest}`;
    if (!isTaken(id)) return id;
  }
}

/** Returns the network of a block if `socialLinks` can have it, otherwise undefined. */
function platformIn(block: Block): string | undefined {
  return block.type === 'network' && isPlatformId(block.platform) ? block.platform : undefined;
}

/**
 * Gives each block its id and its table. Ids that the page already has stay; others are replaced. `social_links` has
 * one link for each of its networks: the current one if it is still on the page, else the first. An id that is the name
 * of a network stays with that network.
 */
export function placeBlocks(blocks: readonly Block[], stored: readonly StoredBlock[]): StoredBlock[] {
  const known = new Map(stored.map((one) => [one.id, one]));
  const keptId = (block: Block) => {
    const isKept = block.id !== undefined && known.has(block.id);
    return isKept && (!isPlatformId(block.id ?? '') || platformIn(block) === block.id) ? block.id : undefined;
  };
  const rankOf = (block: Block, platform: string) => {
    const id = keptId(block);
    if (id === platform) return 2;
    const row = id === undefined ? undefined : known.get(id);
    return row?.is_social && row.content.platform === platform ? 1 : 0;
  };
  const holders = new Map<string, Block>();
  for (const block of blocks) {
    const platform = platformIn(block);
    if (platform === undefined) continue;
    const holder = holders.get(platform);
    if (!holder || rankOf(block, platform) > rankOf(holder, platform)) holders.set(platform, block);
  }
  const ids = new Set([...known.keys()]);
  return blocks.map((block) => {
    const { id: _, type, hidden, featured, from, until, blocked: _blocked, heldBy: _heldBy, ...content } = block;
    const platform = platformIn(block);
    const isSocial = platform !== undefined && holders.get(platform) === block;
    const id = keptId(block) ?? (isSocial ? platform : newId((one) => ids.has(one)));
    ids.add(id);
    return { id, type, content, hidden, featured, shown_from: from, shown_until: until, is_social: isSocial };
  });
}

/** A link in the form of `socialLinks`, to be stored. */
export interface PlacedLink {
  platform: string;
  username: string;
  url: string;
  isActive: boolean;
}

/**
 * Replaces the links of `social_links` on a page and leaves all other blocks where they are. The new links take the
 * places of the old ones; further links follow the last network. A link that stays keeps its flags.
 */
export function placeSocialLinks(links: readonly PlacedLink[], stored: readonly StoredBlock[]): StoredBlock[] {
  const platformAt = ({ content }: StoredBlock) => String(content.platform);
  const before = new Map(stored.filter(({ is_social }) => is_social).map((one) => [platformAt(one), one]));
  const placed = links.map(({ platform, username, url, isActive }): StoredBlock => {
    const old = before.get(platform);
    return {
      id: old?.id ?? platform,
      type: 'network',
      content: { platform, username, url },
      hidden: !isActive,
      featured: old?.featured ?? false,
      shown_from: old?.shown_from ?? null,
      shown_until: old?.shown_until ?? null,
      is_social: true,
    };
  });
  const wanted = new Set(links.map(({ platform }) => platform));
  const [staying, leaving] = [true, false].map((stays) =>
    stored.filter((one) => one.is_social && wanted.has(platformAt(one)) === stays),
  );
  const places = new Set([...(staying ?? []), ...(leaving ?? [])].slice(0, placed.length));
  const lastNetwork = stored.findLast(({ type }) => type === 'network');
  const result: StoredBlock[] = [];
  let next = 0;
  for (const one of stored) {
    const link = places.has(one) ? placed[next++] : undefined;
    if (link) result.push(link);
    else if (!one.is_social) result.push(one);
    if (one === lastNetwork) {
      // All old places are filled, so the remaining links are new.
      result.push(...placed.slice(next));
      next = placed.length;
    }
  }
  return [...result, ...placed.slice(next)];
}
