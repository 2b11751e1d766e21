import type { Block, BlockOf, BlockType, EmbedKind } from '../../../../contract/blocks/blocks.ts';

type Shared = 'id' | 'hidden' | 'featured' | 'from' | 'until';
type DraftableOf<Type extends BlockType> = Omit<BlockOf<Type>, Shared> & Partial<Pick<BlockOf<Type>, Shared>>;

/** The block that a dialog starts with. A new block has no visibility yet. */
export type Draftable = { [Type in BlockType]: DraftableOf<Type> }[BlockType];

/** The kinds of block that the dialog for adding offers. */
export type BlockKind = Exclude<BlockType, 'network' | 'embed'> | EmbedKind;

/** Returns an empty block of a kind. */
export function emptyBlock(kind: BlockKind): Draftable {
  switch (kind) {
    case 'link':
      return { type: 'link', title: '', url: '', image: null, emoji: null };
    case 'heading':
    case 'text':
      return { type: kind, text: '' };
    case 'icons':
      return { type: 'icons', items: [] };
    case 'contact':
    case 'subscribe':
      return { type: kind, title: null, note: null };
    default:
      return { type: 'embed', kind, title: '', url: '', image: null };
  }
}

/** Returns the block with the fields that every block has. */
export function complete(block: Draftable): Block {
  return { hidden: false, featured: false, from: null, until: null, ...block } as Block;
}
