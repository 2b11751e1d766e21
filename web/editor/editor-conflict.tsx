import type { ReactNode } from 'react';
import { THEMES } from '../../contract/profiles/themes.ts';
import { ShownLinks } from '../social/shared/shown-links.tsx';
import { type Difference, VersionsDialog } from '../ui/dialog/versions-dialog.tsx';
import { DETAIL_LABELS } from './detail-labels.ts';
import { blockTitle } from './links/shared/block-title.ts';
import { detailsOf } from './shared/details.ts';
import { type DraftBlock, lookOf } from './shared/draft.ts';
import { useEditor } from './shared/editor-context.ts';
import type { Choice } from './shared/editor-saves.ts';
import type { Conflict } from './shared/editor-store.ts';
import { asSocialLinks, linksOf } from './shared/social-links.ts';

/** Shows both versions of what was changed here and elsewhere, and asks which one to keep. */
export function EditorConflict({ conflict }: { conflict: Conflict }) {
  const { saves, store } = useEditor();
  const resolve = (choice: Choice) => void saves.resolve(conflict, choice);
  return (
    <VersionsDialog
      open
      differences={useDifferences(conflict)}
      onKeepMine={() => resolve('mine')}
      onTakeTheirs={() => resolve('theirs')}
      {...(conflict.part === 'blocks' && { onCombine: () => resolve('both') })}
      onClose={() => (conflict.part === 'details' ? store.set({ conflict: null }) : resolve('theirs'))}
    />
  );
}

function useDifferences(conflict: Conflict): Difference[] {
  const { draft } = useEditor();
  if (conflict.part === 'blocks') {
    const theirs = <BlockNames blocks={conflict.theirs} />;
    return [{ label: 'Links', theirs, mine: <BlockNames blocks={conflict.mine} /> }];
  }
  if (conflict.part === 'look') {
    const theirs = lookOf(conflict.current);
    return [{ label: 'Theme', theirs: THEMES[theirs.template].name, mine: THEMES[draft.template].name }];
  }
  const theirs: Record<string, unknown> = { ...detailsOf(conflict.current), socialLinks: linksOf(conflict.current) };
  const mine: Record<string, unknown> = { ...draft.details, socialLinks: asSocialLinks(draft.blocks) ?? [] };
  return conflict.fields.map((field) => ({
    label: DETAIL_LABELS[field as keyof typeof DETAIL_LABELS] ?? field,
    theirs: shownValue(theirs[field]),
    mine: shownValue(mine[field]),
  }));
}

function shownValue(value: unknown): ReactNode {
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (Array.isArray(value)) return <ShownLinks links={value} />;
  return value ? String(value) : <span className="text-soft">Empty</span>;
}

function BlockNames({ blocks }: { blocks: readonly DraftBlock[] }) {
  if (blocks.length === 0) return <span className="text-soft">No links</span>;
  return (
    <ul className="grid gap-0.5">
      {blocks.map(({ key, block }) => {
        const { title, address } = blockTitle(block);
        return (
          <li key={key}>
            {title} <span className="text-soft">{address}</span>
          </li>
        );
      })}
    </ul>
  );
}
