import { linksOfBlock } from '../../../contract/blocks/block-links.ts';
import type { Block } from '../../../contract/blocks/blocks.ts';
import { isPlatformId } from '../../../contract/social/platforms.ts';
import { fieldError } from './blocked-links.ts';
import type { HeldBlock } from './held-blocks-store.ts';
import { toBlock } from './page-blocks.ts';
import type { StoredBlock } from './stored-blocks-store.ts';

/** Returns the address of a block, or null unless it has exactly one. */
export function addressOfBlock(stored: readonly StoredBlock[], blockId: string): string | null {
  const found = stored.find(({ id }) => id === blockId);
  return found ? onlyAddress(toBlock(found)) : null;
}

function onlyAddress(block: Block): string | null {
  const [link, ...more] = linksOfBlock(block);
  return link && more.length === 0 ? link.url : null;
}

/**
 * Returns the decision that hides a block: by the id of the block, or by its address. The first link of a network has
 * the network as its id wherever it leads, so for that link only the address is compared.
 */
function decisionAbout(block: Block, held: readonly HeldBlock[]): number | undefined {
  const url = onlyAddress(block);
  return held.find(
    (one) =>
      (one.url !== null && one.url === url) ||
      (one.blockId === block.id && (one.url === null || !isPlatformId(one.blockId))),
  )?.decisionId;
}

/** Adds to each hidden block the decision that keeps it hidden. */
export function markHeld(blocks: readonly Block[], held: readonly HeldBlock[]): Block[] {
  return blocks.map((block) => {
    const heldBy = block.hidden ? decisionAbout(block, held) : undefined;
    return heldBy === undefined ? block : { ...block, heldBy };
  });
}

/** Throws `invalid_input` if the owner wants to show a block that a decision hides, unless visitors already see it. */
export function assertHeldStayHidden(
  blocks: readonly Block[],
  before: readonly Block[],
  held: readonly HeldBlock[],
): void {
  const shown = new Set(before.filter(({ hidden }) => !hidden).map(({ id }) => id));
  for (const [at, block] of blocks.entries()) {
    if (block.hidden || shown.has(block.id) || decisionAbout(block, held) === undefined) continue;
    throw fieldError(`${at}.hidden`, HELD);
  }
}

/** The reason for not showing a block again. */
export const HELD =
  'An administrator hid this part of the page, so it cannot be shown again. You can remove it, or appeal against the decision.';
