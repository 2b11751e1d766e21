import type { Block, BlockType, EmbedKind } from '../../../../contract/blocks/blocks.ts';
import { NETWORKS, type NetworkId } from '../../../../contract/social/networks.ts';

const networkNames = new Map<string, string>(NETWORKS.map(({ id, name }) => [id, name]));

/** Returns the name of a network for pickers, where the two networks named X must be distinguishable. */
export function networkLabel(id: NetworkId): string {
  return id === 'twitter' ? 'X (twitter.com)' : (networkNames.get(id) ?? id);
}

export const EMBED_NAMES: Record<EmbedKind, string> = {
  video: 'Video',
  track: 'Track',
  post: 'Post',
  map: 'Map',
};

/** The names of the kinds of block other than networks. */
export const BLOCK_NAMES: Record<Exclude<BlockType, 'network' | 'embed'>, string> = {
  link: 'Link',
  heading: 'Heading',
  text: 'Text',
  icons: 'Row of icons',
  contact: 'Contact form',
  subscribe: 'Email list',
};

/** Returns the title of a block in lists, and the line below it. */
export function blockTitle(block: Block): { title: string; address: string } {
  switch (block.type) {
    case 'network':
      return { title: networkLabel(block.platform), address: block.username || shortAddress(block.url) };
    case 'link':
      return { title: block.title, address: shortAddress(block.url) };
    case 'embed':
      return { title: block.title, address: `${EMBED_NAMES[block.kind]} · ${shortAddress(block.url)}` };
    case 'heading':
      return { title: block.text, address: BLOCK_NAMES.heading };
    case 'text':
      return { title: block.text.replace(/\s+/g, ' '), address: BLOCK_NAMES.text };
    case 'icons':
      return {
        title: BLOCK_NAMES.icons,
        address: block.items.map(({ platform }) => networkLabel(platform)).join(', '),
      };
    case 'contact':
      return { title: block.title ?? BLOCK_NAMES.contact, address: 'Visitors can send a message' };
    case 'subscribe':
      return { title: block.title ?? BLOCK_NAMES.subscribe, address: 'Visitors can sign up for your emails' };
  }
}

/** Returns an address without its scheme and a trailing slash. */
function shortAddress(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?|^(?:mailto|tel):/, '').replace(/\/$/, '');
}
