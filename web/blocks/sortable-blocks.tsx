import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { DraftBlock } from '../editor/shared/draft.ts';
import { BlockRow, type RowActions } from './row/block-row.tsx';
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
  const sensors = useSensors(
    // A tap must not start a drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
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
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements: announcementsFor(blocks), screenReaderInstructions: INSTRUCTIONS }}
      onDragEnd={({ active, over }) => {
        if (!over) return;
        move(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)), `[data-handle="${active.id}"]`);
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
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
                onStep={(by) => step(item, by)}
                onRemove={() => remove(index, actions.onRemove)}
              />
            );
          })}
        </ul>
      </SortableContext>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </DndContext>
  );
}

/** A row that React moves in the document loses the focus. Returns a function that names the element to focus again. */
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

const INSTRUCTIONS = {
  draggable:
    'Press space or enter to pick a block up, the arrow keys to move it, space or enter to drop it, escape to cancel.',
};

function announcementsFor(blocks: readonly DraftBlock[]): Announcements {
  const indexOf = (id: UniqueIdentifier) => blocks.findIndex(({ key }) => key === id);
  const name = (id: UniqueIdentifier) => {
    const item = blocks[indexOf(id)];
    return item ? blockTitle(item.block).title : '';
  };
  const place = (id: UniqueIdentifier) => `${indexOf(id) + 1} of ${blocks.length}`;
  const over = (action: string, target: { id: UniqueIdentifier } | null) =>
    target ? `${action} place ${place(target.id)}.` : undefined;
  const picked = (id: UniqueIdentifier) => `${name(id)} picked up. It is ${place(id)}.`;
  return {
    onDragStart: ({ active }) => picked(active.id),
    // dnd-kit also calls this for the row's own place at the start. Repeating the text keeps the first announcement.
    onDragOver: ({ active, over: target }) =>
      target?.id === active.id ? picked(active.id) : over(`${name(active.id)} is over`, target),
    onDragEnd: (event) => over(`${name(event.active.id)} dropped at`, event.over),
    onDragCancel: ({ active }) => `${name(active.id)} stays where it was.`,
  };
}
