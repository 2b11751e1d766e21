import type { Block } from '../../../contract/blocks/blocks.ts';
import type { DraftBlock } from '../shared/draft.ts';

/** Returns the items with the one at `from` moved to `to`. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_item, at) => at !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}

/** Returns the blocks with one replaced in place. */
export function replaced(blocks: readonly DraftBlock[], key: string, block: Block): DraftBlock[] {
  return blocks.map((item) => (item.key === key ? { key, block: keepId(item.block, block) } : item));
}

/** Returns the blocks with a copy of one after it; the copy is hidden until its owner has changed it. */
export function duplicated(blocks: readonly DraftBlock[], key: string, newKey: string): DraftBlock[] {
  return blocks.flatMap((item) => {
    if (item.key !== key) return [item];
    const { id: _id, ...content } = item.block;
    return [item, { key: newKey, block: { ...content, hidden: true } as Block }];
  });
}

function keepId({ id }: Block, block: Block): Block {
  return id === undefined ? block : { ...block, id };
}

/** What visitors see of a block at a given time. */
export type Visibility = 'shown' | 'hidden' | 'later' | 'over';

export function visibilityOf(
  { hidden, from, until }: Pick<Block, 'hidden' | 'from' | 'until'>,
  now: number,
): Visibility {
  if (hidden) return 'hidden';
  if (until !== null && Date.parse(until) <= now) return 'over';
  return from !== null && Date.parse(from) > now ? 'later' : 'shown';
}
