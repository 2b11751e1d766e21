import { networkOf } from '../social/networks.ts';
import type { Block } from './blocks.ts';

/** A link that a block shows. */
export interface BlockLink {
  /** Clicks are counted under this id: POST /{handle}/ping/{clickId}. Undefined for a block that has no id yet. */
  clickId: string | undefined;
  /** Label of the target: the title, or the name of the network. */
  title: string;
  url: string;
}

/**
 * Returns the links of a block in order: one for a network, a link or an embed, and one for each network in a row of
 * icons.
 */
export function linksOfBlock(block: Block): BlockLink[] {
  const nameOf = (platform: string) => networkOf(platform)?.name ?? platform;
  switch (block.type) {
    case 'network':
      return [{ clickId: block.id, title: nameOf(block.platform), url: block.url }];
    case 'link':
    case 'embed':
      return [{ clickId: block.id, title: block.title, url: block.url }];
    case 'icons':
      // Icons have no separate id, so two icons of the same network in one row share their count.
      return block.items.map(({ platform, url }) => ({
        clickId: block.id === undefined ? undefined : `${block.id}-${platform}`,
        title: nameOf(platform),
        url,
      }));
    default:
      return [];
  }
}
