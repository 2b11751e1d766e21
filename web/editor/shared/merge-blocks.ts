import { type DraftBlock, sameBlock } from './draft.ts';

/**
 * Merges two changed versions of the same blocks: `theirs` in their order, with the additions, changes and removals of `mine`.
 * An added block follows the one before it in `mine`.
 */
export function mergeBlocks(
  base: readonly DraftBlock[],
  theirs: readonly DraftBlock[],
  mine: readonly DraftBlock[],
): DraftBlock[] {
  const find = (list: readonly DraftBlock[], { key }: DraftBlock) => list.find((other) => other.key === key);
  const isChanged = (item: DraftBlock) => {
    const before = find(base, item);
    return !before || !sameBlock(before, item);
  };
  const merged = theirs
    .filter((item) => !find(base, item) || find(mine, item))
    .map((item) => {
      const own = find(mine, item);
      return own && isChanged(own) ? own : item;
    });
  for (const [at, item] of mine.entries()) {
    if (!isChanged(item) || find(merged, item)) continue;
    const before = mine.slice(0, at).findLast((other) => find(merged, other));
    let place = before ? merged.findIndex(({ key }) => key === before.key) + 1 : 0;
    // Blocks that were added elsewhere in the same place stay before it.
    for (let next = merged[place]; next && !find(base, next) && !find(mine, next); next = merged[place]) place += 1;
    merged.splice(place, 0, item);
  }
  return merged;
}
