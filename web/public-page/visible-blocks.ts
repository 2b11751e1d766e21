import { linksOfBlock } from '../../contract/blocks/block-links.ts';
import { type Block, type BlockOf, isBlockAddress, isBlockShown } from '../../contract/blocks/blocks.ts';
import { type NetworkId, networkOf } from '../../contract/social/networks.ts';

/** A link to a network as the page shows it. */
export interface NetworkLink {
  id: NetworkId;
  /** The name of the network. */
  name: string;
  username: string;
  url: string;
  /** The id under which clicks are counted; undefined for a block that has not been saved. */
  clickId: string | undefined;
}

/**
 * Returns the blocks that visitors see at the time `now`, in order, without links that are unsafe or lead to an unknown
 * network.
 */
export function visibleBlocks(blocks: readonly Block[], now: number): Block[] {
  return blocks.flatMap((block): Block[] => {
    if (!isBlockShown(block, now)) return [];
    switch (block.type) {
      case 'network':
        return isNetworkLink(block) ? [block] : [];
      case 'link':
      case 'embed':
        return isBlockAddress(block.url) ? [block] : [];
      case 'icons': {
        const items = block.items.filter(isNetworkLink);
        return items.length > 0 ? [{ ...block, items }] : [];
      }
      default:
        return [block];
    }
  });
}

const isNetworkLink = ({ platform, url }: { platform: string; url: string }) =>
  networkOf(platform) !== undefined && isBlockAddress(url);

/** Returns the links of a block of networks: one, or those of a row of icons. */
export function networkLinks(block: BlockOf<'network' | 'icons'>): NetworkLink[] {
  const items = block.type === 'icons' ? block.items : [block];
  return linksOfBlock(block).flatMap(({ title, ...link }, index) => {
    const { platform, username } = items[index] ?? {};
    return platform === undefined ? [] : [{ ...link, id: platform, name: title, username: username?.trim() ?? '' }];
  });
}

/** Returns the addresses of the person at other sites, for search engines. */
export function profileAddresses(blocks: readonly Block[], now: number): string[] {
  const addresses = visibleBlocks(blocks, now).flatMap((block) =>
    block.type === 'network' || block.type === 'icons' ? networkLinks(block).map(({ url }) => url) : [],
  );
  return [...new Set(addresses)].filter((url) => /^https?:/i.test(url));
}
