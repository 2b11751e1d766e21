import { THEMES } from '../../../contract/profiles/themes.ts';
import { DETAIL_LABELS } from '../detail-labels.ts';
import { blockTitle } from '../links/shared/block-title.ts';
import { changesOf } from '../shared/details.ts';
import { lookOf, sameBlocks, sameLook } from '../shared/draft.ts';
import type { EditorState } from '../shared/editor-store.ts';

/** Returns everything that is unsaved as plain text, which the user can copy. */
export function unsavedText({ base, draft }: Pick<EditorState, 'base' | 'draft'>): string {
  const details = Object.entries(changesOf(base.details, draft.details) ?? {}).map(
    ([field, value]) => `${DETAIL_LABELS[field as keyof typeof DETAIL_LABELS]}: ${shown(value)}`,
  );
  const look = sameLook(lookOf(base.look), draft) ? [] : [`Theme: ${THEMES[draft.template].name}`];
  const areBlocksSaved = sameBlocks(base.blocks.blocks, draft.blocks);
  const blocks = areBlocksSaved ? [] : ['Links:', ...draft.blocks.map(({ block }) => blockText(block))];
  return [...details, ...look, ...blocks].join('\n');
}

function shown(value: unknown): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value ?? '');
}

/** Returns a block as one line with its full address, or the full text of a text block. */
function blockText(block: Parameters<typeof blockTitle>[0]): string {
  if (block.type === 'text') return block.text;
  const { title, address } = blockTitle(block);
  return [title, 'url' in block ? block.url : address, 'note' in block && block.note].filter(Boolean).join(' - ');
}
