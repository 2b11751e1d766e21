import { Import, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type Block, MAX_BLOCKS } from '../../../contract/blocks/blocks.ts';
import { PLATFORMS } from '../../../contract/social/networks.ts';
import { dialogOnDemand } from '../../ui/dialog/dialog-on-demand.tsx';
import { Button } from '../../ui/form/button.tsx';
import type { DraftBlock } from '../shared/draft.ts';
import { useEditor } from '../shared/editor-context.ts';
import { duplicated, moveItem, replaced } from './block-list.ts';
import type { Draftable } from './dialogs/draftable.ts';
import { PlatformTiles } from './platform-tiles.tsx';
import { SortableBlocks } from './sortable-blocks.tsx';

const AddDialog = dialogOnDemand(async () => (await import('./dialogs/add-dialog.tsx')).AddDialog);
const ImportDialog = dialogOnDemand(async () => (await import('./import/import-dialog.tsx')).ImportDialog);
const BlockDialog = dialogOnDemand(async () => (await import('./dialogs/block-dialog.tsx')).BlockDialog);
const ScheduleDialog = dialogOnDemand(async () => (await import('./dialogs/schedule-dialog.tsx')).ScheduleDialog);

/** Time (ms) in which a second click is ignored: the second half of a double click would undo the first. */
const DOUBLE_CLICK_MS = 400;

/** A block that is being created or edited in a dialog; `key` is null for a new one. */
interface Editing {
  key: string | null;
  start: Draftable;
  open: boolean;
}

/** The blocks of the page in order, and tiles for the networks that are not connected. */
export function LinksTab() {
  const { draft, store, changeBlocks, removeBlock, blockErrors } = useEditor();
  const { blocks } = draft;
  const now = useNow();
  const heading = useRef<HTMLHeadingElement>(null);
  const switched = useRef({ key: '', at: 0 });
  const [isAdding, setAdding] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [scheduled, setScheduled] = useState<{ item: DraftBlock; open: boolean } | null>(null);
  const connected = new Set(
    blocks.flatMap(({ block }) => (block.type === 'network' ? [block.platform as string] : [])),
  );
  const isFull = blocks.length >= MAX_BLOCKS;

  const change = ({ key, block }: DraftBlock, changes: Partial<Block>) =>
    changeBlocks('block', replaced(blocks, key, { ...block, ...changes } as Block));
  const add = (start: Draftable) => {
    setAdding(false);
    setEditing({ key: null, start, open: true });
  };

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none sm:text-xl">
          On your page
        </h2>
        <div className="flex gap-2.5">
          <Button
            variant="secondary"
            onClick={() => setImporting(true)}
            onPointerEnter={ImportDialog.preload}
            onFocus={ImportDialog.preload}
            disabled={isFull}
          >
            <Import aria-hidden /> Import
          </Button>
          <Button
            onClick={() => setAdding(true)}
            onPointerEnter={AddDialog.preload}
            onFocus={AddDialog.preload}
            disabled={isFull}
          >
            <Plus aria-hidden /> Add
          </Button>
        </div>
      </div>
      {isFull && <p className="mb-3 text-sm text-soft">Your page is full: it has {MAX_BLOCKS} blocks.</p>}
      {blocks.length === 0 ? (
        <p className="rounded-card border border-dashed border-field p-6 text-center text-soft">
          Nothing is connected yet. Pick a platform below.
        </p>
      ) : (
        <SortableBlocks
          blocks={blocks}
          now={now}
          errorOf={(key) => Object.values(blockErrors[key] ?? {})[0]}
          onMove={(from, to) => changeBlocks('move', moveItem(blocks, from, to))}
          actionsOf={(item) => ({
            onShow: (shown) => {
              const at = performance.now();
              const isSecond = switched.current.key === item.key && at - switched.current.at < DOUBLE_CLICK_MS;
              if (isSecond) return;
              switched.current = { key: item.key, at };
              change(item, { hidden: !shown });
            },
            onEdit: () => setEditing({ key: item.key, start: item.block, open: true }),
            onFeature: (featured) => change(item, { featured }),
            onSchedule: () => setScheduled({ item, open: true }),
            onDuplicate: () => changeBlocks('duplicate', duplicated(blocks, item.key, store.newKey())),
            onRemove: () => {
              removeBlock(item.key);
              if (blocks.length === 1) heading.current?.focus();
            },
          })}
        />
      )}
      <PlatformTiles
        platforms={PLATFORMS.filter(({ id }) => !connected.has(id))}
        onAdd={(platform) => add({ type: 'network', platform, username: '', url: '' })}
      />
      <ImportDialog open={isImporting} onClose={() => setImporting(false)} />
      <AddDialog open={isAdding} onClose={() => setAdding(false)} blocks={blocks} onAdd={add} />
      {editing && (
        <BlockDialog
          open={editing.open}
          onClose={() => setEditing({ ...editing, open: false })}
          itemKey={editing.key}
          start={editing.start}
        />
      )}
      {scheduled && (
        <ScheduleDialog
          open={scheduled.open}
          onClose={() => setScheduled({ ...scheduled, open: false })}
          item={scheduled.item}
        />
      )}
    </>
  );
}

/** Returns the time, updated every half minute, so that scheduled blocks show what visitors see. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
