import type { Block } from '../../../contract/blocks/blocks.ts';
import type { Handle } from '../../../contract/handles/handles.ts';
import type { Look } from '../../../contract/profiles/look.ts';
import { type ThemeId, themeIdOf } from '../../../contract/profiles/themes.ts';
import { type Details, detailsOf } from './details.ts';

/** A block in the editor. `key` identifies it during a visit, even before the server has assigned an id. */
export interface DraftBlock {
  key: string;
  block: Block;
}

/** Everything that the editor can change, as it is on the screen. */
export interface Draft {
  details: Details;
  template: ThemeId;
  /** Null for the unchanged theme. */
  look: Look | null;
  blocks: readonly DraftBlock[];
}

/** The state that the server last returned. The version of the blocks is their ETag. */
export interface Stored {
  handle: Handle;
  blocks: StoredBlocks;
}

export interface StoredBlocks {
  version: string | undefined;
  blocks: readonly DraftBlock[];
}

/** The parts of a draft that are saved separately. */
export type Part = 'blocks' | 'look' | 'details';

export function draftOf({ handle, blocks }: Stored): Draft {
  return { details: detailsOf(handle), ...lookOf(handle), blocks: blocks.blocks };
}

/** Returns theme and look of a handle. */
export function lookOf({ template, look }: Handle): Pick<Draft, 'template' | 'look'> {
  return { template: themeIdOf(template), look };
}

/** Returns whether two lists have the same blocks in the same order. */
export function sameBlocks(one: readonly DraftBlock[], other: readonly DraftBlock[]): boolean {
  return (
    one.length === other.length &&
    one.every((item, at) => item === other[at] || (item.key === other[at]?.key && sameBlock(item, other[at])))
  );
}

/** Returns whether two blocks have the same content. */
export function sameBlock(one: DraftBlock, other: DraftBlock): boolean {
  return contentOf(one) === contentOf(other);
}

/**
 * Returns the content of a block without the server's additions, in an order that does not depend on how the block was
 * made.
 */
function contentOf({ block }: DraftBlock): string {
  return stable({ ...block, id: undefined, blocked: undefined, heldBy: undefined });
}

function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  return `{${Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, item]) => `${name}:${stable(item)}`)
    .join()}}`;
}

/** Returns whether two looks are the same. A look without any choice equals the unchanged theme. */
export function sameLook(one: Pick<Draft, 'template' | 'look'>, other: Pick<Draft, 'template' | 'look'>): boolean {
  return one.template === other.template && stable(withoutNulls(one.look)) === stable(withoutNulls(other.look));
}

function withoutNulls(look: Look | null): object {
  return Object.fromEntries(Object.entries(look ?? {}).filter(([, choice]) => choice !== null));
}
