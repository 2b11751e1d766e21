import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import type { DraftBlock } from '../shared/draft.ts';
import { DRAG_INSTRUCTIONS } from './drag/drag-instructions.ts';
import { useDrag } from './drag/use-drag.ts';
import { BlockRow, type RowActions } from './row/block-row.tsx';
import { useLinkCheck } from './row/use-link-check.ts';
import { blockTitle } from './shared/block-title.ts';

interface SortableBlocksProps {
  blocks: readonly DraftBlock[];
  now: number;
  errorOf: (key: string) => string | undefined;
  onMove: (from: number, to: number) => void;
  actionsOf: (item: DraftBlock) => Omit<RowActions, 'onStep'>;
}

/** The blocks in order. The order is changed by drag and drop, by keyboard or in the menu of a row. */
export function SortableBlocks({ blocks, now, errorOf, onMove, actionsOf }: SortableBlocksProps) {
  const list = useRef<HTMLUListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const ids = blocks.map(({ key }) => key);
  const linkCheck = useLinkCheck();
  const instructions = useId();
  const { Layer, starts, early, eventsOf } = useDrag();
  const focusAfterMove = useFocusAfterMove(list, ids.join(' '));

  function move(from: number, to: number, focus: string) {
    if (from === to || to < 0 || to >= ids.length) return;
    focusAfterMove(focus);
    onMove(from, to);
  }

  function step(item: DraftBlock, by: 1 | -1) {
    const index = ids.indexOf(item.key);
    move(index, index + by, `[data-menu="${item.key}"]`);
    setAnnouncement(`${blockTitle(item.block).title} is now ${index + by + 1} of ${ids.length}`);
  }

  function remove(index: number, onRemove: () => void) {
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
    (buttons[index + 1] ?? buttons[index - 1])?.focus();
    onRemove();
  }

  return (
    <>
      <ul ref={list} aria-label="Connected accounts and blocks" className="grid grid-cols-1 gap-2.5">
        {blocks.map((item, index) => {
          const actions = actionsOf(item);
          return (
            <BlockRow
              key={item.key}
              {...actions}
              item={item}
              index={index}
              count={blocks.length}
              now={now}
              error={errorOf(item.key)}
              linkCheck={linkCheck}
              grip={{ ...eventsOf(item.key), 'aria-describedby': instructions }}
              onStep={(by) => step(item, by)}
              onRemove={() => remove(index, actions.onRemove)}
            />
          );
        })}
      </ul>
      <p id={instructions} hidden>
        {DRAG_INSTRUCTIONS}
      </p>
      {Layer && (
        <Layer
          list={list}
          blocks={blocks}
          starts={starts}
          early={early}
          onDrop={(key, over) => move(ids.indexOf(key), ids.indexOf(over), `[data-handle="${key}"]`)}
        />
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

/**
 * Returns a function that names the element to focus after a move: a row that React moves in the document loses the
 * focus.
 */
function useFocusAfterMove(list: RefObject<HTMLElement | null>, order: string): (selector: string) => void {
  const pressed = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed order moves the row and drops the focus
  useLayoutEffect(() => {
    if (!pressed.current || document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>(pressed.current)?.focus();
  }, [order]);
  return (selector) => {
    pressed.current = selector;
  };
}
