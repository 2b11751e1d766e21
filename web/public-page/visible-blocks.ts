import { type Block, type BlockOf, isBlockAddress, isBlockShown } from '../../contract/blocks/blocks.ts';
import { type NetworkId, networkOf } from '../../contract/blocks/networks.ts';

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

/** Returns the blocks that visitors see at this moment, in order: without links that are unsafe or lead to an unknown network. */
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

/** Returns the link of a network block. */
export function networkLink({ platform, username, url, id }: BlockOf<'network'>): NetworkLink {
  return { id: platform, name: networkOf(platform)?.name ?? platform, username: username.trim(), url, clickId: id };
}

/** Returns the links of a row of icons. Icons of one network in a row share their count. */
export function iconLinks({ items, id }: BlockOf<'icons'>): NetworkLink[] {
  return items.map(({ platform, username, url }) => ({
    id: platform,
    name: networkOf(platform)?.name ?? platform,
    username: username.trim(),
    url,
    clickId: id === undefined ? undefined : `${id}-${platform}`,
  }));
}

/** Returns the addresses of the person at other sites, for search engines. */
export function profileAddresses(blocks: readonly Block[], now: number): string[] {
  const addresses = visibleBlocks(blocks, now).flatMap((block) => {
    if (block.type === 'network') return [block.url];
    return block.type === 'icons' ? block.items.map(({ url }) => url) : [];
  });
  return [...new Set(addresses)].filter((url) => /^https?:/i.test(url));
}
