import { networkOf } from '../social/networks.ts';
import type { Block } from './blocks.ts';

/** A link that a block shows. */
export interface BlockLink {
  /** Clicks are counted under this id: POST /{handle}/ping/{clickId}. Undefined for a block that has no id yet. */
  clickId: string | undefined;
  /** What the link leads to: the title, or the name of the network. */
  title: string;
  url: string;
}

/** Returns the links of a block in order: one of a network, a link or an embed, one for each network in a row of icons. */
export function linksOfBlock(block: Block): BlockLink[] {
  const nameOf = (platform: string) => networkOf(platform)?.name ?? platform;
  switch (block.type) {
    case 'network':
      return [{ clickId: block.id, title: nameOf(block.platform), url: block.url }];
    case 'link':
    case 'embed':
      return [{ clickId: block.id, title: block.title, url: block.url }];
    case 'icons':
      // Icons have no id of their own: two of the same network in one row share their count.
      return block.items.map(({ platform, url }) => ({
        clickId: block.id === undefined ? undefined : `${block.id}-${platform}`,
        title: nameOf(platform),
        url,
      }));
    default:
      return [];
  }
}
