import type { Block, BlockOf } from '../../../contract/blocks/blocks.ts';
import type { Handle } from '../../../contract/handles/handles.ts';
import { isPlatformId } from '../../../contract/social/platforms.ts';
import type { SocialLink } from '../../../contract/social/social-links.ts';
import type { DraftBlock } from './draft.ts';

export type LinkValue = Pick<SocialLink, 'platform' | 'username' | 'url' | 'isActive'>;

/** Returns whether `socialLinks` of a handle can hold this block: a plain link to one of its networks. */
function isSocialLink(block: Block): block is BlockOf<'network'> {
  return (
    block.type === 'network' &&
    isPlatformId(block.platform) &&
    // A second link of a network has its own id.
    (block.id === undefined || block.id === block.platform) &&
    !block.featured &&
    block.from === null &&
    block.until === null
  );
}

/** Returns the blocks as `socialLinks` of the handle; null if these cannot hold the whole page. */
export function asSocialLinks(blocks: readonly DraftBlock[]): LinkValue[] | null {
  const links: LinkValue[] = [];
  for (const { block } of blocks) {
    if (!isSocialLink(block) || links.some(({ platform }) => platform === block.platform)) return null;
    links.push({ platform: block.platform, username: block.username, url: block.url, isActive: !block.hidden });
  }
  return links;
}

/** Returns the stored `socialLinks` of a handle in the same form. */
export function linksOf(handle: Handle): LinkValue[] {
  return handle.socialLinks.map(({ platform, username, url, isActive }) => ({ platform, username, url, isActive }));
}

/** Returns the block of a link. */
export function networkBlock({ platform, username, url, isActive }: LinkValue): BlockOf<'network'> {
  return {
    type: 'network',
    platform: platform as BlockOf<'network'>['platform'],
    username,
    url,
    hidden: !isActive,
    featured: false,
    from: null,
    until: null,
  };
}
