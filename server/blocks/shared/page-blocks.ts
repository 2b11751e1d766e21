import { type BlockLink, linksOfBlock } from '../../../contract/blocks/block-links.ts';
import { type Block, isBlockShown, nextBlockChange } from '../../../contract/blocks/blocks.ts';
import type { SocialLink } from '../../../contract/social/social-links.ts';
import type { StoredBlock } from './stored-blocks-store.ts';

/** Returns whether pages may not link to an address. */
export type IsBlocked = (url: string) => boolean;

/** Converts a stored block to the form of responses. */
export function toBlock({ id, type, content, hidden, featured, shown_from, shown_until }: StoredBlock): Block {
  const moment = (time: string | null) => time && new Date(time).toISOString();
  const shared = { id, hidden, featured, from: moment(shown_from), until: moment(shown_until) };
  return { type, ...content, ...shared } as Block;
}

/** Converts a stored network link to the form of `socialLinks`. */
export function toSocialLink({ content, hidden }: StoredBlock): SocialLink {
  const { platform, username, url } = content as Pick<SocialLink, 'platform' | 'username' | 'url'>;
  return { platform, username, url, isActive: !hidden, active: !hidden };
}

/** Adds to each block whether the operator's list hides it from visitors. */
export function markBlocked(blocks: readonly Block[], isBlocked: IsBlocked): Block[] {
  return blocks.map((block) => {
    const blocked = linksOfBlock(block).some(({ url }) => isBlocked(url));
    return blocked ? { ...block, blocked } : block;
  });
}

/** The part of a page that visitors see now. */
export interface ShownPage {
  blocks: Block[];
  /** The links of `socialLinks`, including those that are switched off. */
  socialLinks: SocialLink[];
  /** The links whose clicks are counted. */
  links: (BlockLink & { clickId: string })[];
  /** The time (ms) at which the next block appears or disappears; infinite if none will. */
  changesAt: number;
}

/**
 * Leaves out what visitors do not see: hidden blocks, blocks scheduled for another time, and links that the operator's
 * list forbids.
 */
export function shownPage(stored: readonly StoredBlock[], now: number, isBlocked: IsBlocked): ShownPage {
  const all = stored.map(toBlock);
  const blocks = all.filter((block) => isBlockShown(block, now)).flatMap((block) => allowedPart(block, isBlocked));
  const socialLinks = stored.flatMap((one, at) => {
    const block = all[at];
    if (!one.is_social || !block || !isBlockShown({ ...block, hidden: false }, now)) return [];
    return allowedPart(block, isBlocked).length > 0 ? [toSocialLink(one)] : [];
  });
  const links = blocks
    .flatMap(linksOfBlock)
    .flatMap(({ clickId, title, url }) => (clickId === undefined || url === '' ? [] : [{ clickId, title, url }]));
  return { blocks, socialLinks, links, changesAt: nextBlockChange(all, now) ?? Number.POSITIVE_INFINITY };
}

/** Returns the block without the links that the list forbids: an empty list, or a row of icons without some of them. */
function allowedPart(block: Block, isBlocked: IsBlocked): Block[] {
  if (block.type !== 'icons') return linksOfBlock(block).some(({ url }) => isBlocked(url)) ? [] : [block];
  const items = block.items.filter(({ url }) => !isBlocked(url));
  return items.length === 0 ? [] : [{ ...block, items }];
}
