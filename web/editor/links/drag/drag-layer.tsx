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
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { type RefObject, useEffect, useLayoutEffect } from 'react';
import type { DraftBlock } from '../../shared/draft.ts';
import { blockTitle } from '../shared/block-title.ts';
import { DRAG_INSTRUCTIONS } from './drag-instructions.ts';
import type { DragStarts, EarlyStart } from './drag-starts.ts';

interface DragLayerProps {
  /** The list; its rows have `data-row` and their grips `data-handle` with the key of the block. */
  list: RefObject<HTMLElement | null>;
  blocks: readonly DraftBlock[];
  /** Filled by this component. */
  starts: RefObject<Map<string, DragStarts>>;
  early: RefObject<EarlyStart | null>;
  onDrop: (key: string, overKey: string) => void;
}

/**
 * Drag and drop for the list beside it. Does not wrap the rows: a new parent, added when the code arrives, would recreate them without the focus and
 * the pressed pointer.
 */
export function DragLayer({ list, blocks, starts, early, onDrop }: DragLayerProps) {
  const ids = blocks.map(({ key }) => key);
  const sensors = useSensors(
    // A tap must not start a drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  // After the effects of the rows.
  useEffect(() => {
    const waiting = early.current;
    early.current = null;
    const known = waiting && starts.current.get(waiting.key);
    if (known) waiting.start(known);
  }, [early, starts]);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: announcementsFor(blocks),
        screenReaderInstructions: { draggable: DRAG_INSTRUCTIONS },
      }}
      onDragEnd={({ active, over }) => over && onDrop(String(active.id), String(over.id))}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {ids.map((id) => (
          <SortableRow key={id} id={id} list={list} starts={starts} />
        ))}
      </SortableContext>
    </DndContext>
  );
}

interface SortableRowProps {
  id: string;
  list: RefObject<HTMLElement | null>;
  starts: RefObject<Map<string, DragStarts>>;
}

/** Connects a row of the list with drag and drop. Renders nothing itself. */
function SortableRow({ id, list, starts }: SortableRowProps) {
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id });
  const elements = () => ({
    row: list.current?.querySelector<HTMLElement>(`[data-row="${id}"]`) ?? null,
    grip: list.current?.querySelector<HTMLElement>(`[data-handle="${id}"]`) ?? null,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the elements of a row stay while it has this id
  useLayoutEffect(() => {
    const { row, grip } = elements();
    setNodeRef(row);
    setActivatorNodeRef(grip);
  }, [id, setNodeRef, setActivatorNodeRef]);
  useLayoutEffect(() => {
    const known = starts.current;
    known.set(id, listeners as DragStarts);
    return () => void known.delete(id);
  }, [id, listeners, starts]);
  const y = transform && Math.round(transform.y);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the elements of a row stay while it has this id
  useLayoutEffect(() => {
    const { row, grip } = elements();
    if (!row || !grip) return;
    row.style.transform = y === null ? '' : `translate3d(0, ${y}px, 0)`;
    row.style.transition = transition ?? '';
    row.toggleAttribute('data-dragging', isDragging);
    if (isDragging) grip.setAttribute('aria-pressed', 'true');
    else grip.removeAttribute('aria-pressed');
  }, [id, y, transition, isDragging]);
  return null;
}

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
