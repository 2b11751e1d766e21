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
import { useLayoutEffect, useRef, useState } from 'react';
import type { SocialLink } from '../../contract/social-links.ts';
import { LinkCard } from './link-card.tsx';
import { moveItem } from './link-list.ts';
import { platformLabel } from './shared/platform-label.ts';

interface SortableLinksProps {
  links: SocialLink[];
  onMove: (from: number, to: number) => void;
  onEdit: (platform: string) => void;
  onRemove: (index: number) => void;
}

/** The connected accounts in their order, which is changed by dragging, by the keyboard, or by buttons. */
export function SortableLinks({ links: saved, onMove, onEdit, onRemove }: SortableLinksProps) {
  const list = useRef<HTMLUListElement>(null);
  // What was dropped stays where it was dropped until the list that is handed in says the same.
  const [draft, setDraft] = useState({ of: saved, links: saved });
  const links = draft.of === saved ? draft.links : saved;
  const [told, setTold] = useState('');
  const ids = links.map(({ platform }) => platform);
  const sensors = useSensors(
    // A tap is no drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const focusAfterMove = useFocusAfterMove(list, ids.join(' '));

  function remove(index: number) {
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
    (buttons[index + 1] ?? buttons[index - 1])?.focus();
    onRemove(index);
  }

  function move(from: number, to: number, focus: string) {
    if (from === to) return;
    focusAfterMove(focus);
    setDraft({ of: saved, links: moveItem(links, from, to) });
    onMove(from, to);
  }

  function step(index: number, by: 1 | -1) {
    move(index, index + by, `[data-step="${ids[index]} ${by}"]`);
    setTold(`${platformLabel(ids[index] ?? '')} is now ${index + by + 1} of ${ids.length}`);
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements: announcementsFor(ids), screenReaderInstructions: INSTRUCTIONS }}
      onDragEnd={({ active, over }) => {
        if (!over) return;
        move(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)), `[data-handle="${active.id}"]`);
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul ref={list} aria-label="Connected accounts" className="grid grid-cols-1 gap-3">
          {links.map((link, index) => (
            <LinkCard
              key={link.platform}
              link={link}
              isFirst={index === 0}
              isLast={index === links.length - 1}
              onStep={(by) => step(index, by)}
              onEdit={() => onEdit(link.platform)}
              onRemove={() => remove(index)}
            />
          ))}
        </ul>
      </SortableContext>
      <p role="status" className="sr-only">
        {told}
      </p>
    </DndContext>
  );
}

/** A card that is put elsewhere in the document loses the focus: this gives it back to what was pressed. */
function useFocusAfterMove(list: React.RefObject<HTMLElement | null>, order: string): (selector: string) => void {
  const pressed = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order is what takes the focus away
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
    'Press space or enter to pick a link up, the arrow keys to move it, space or enter to drop it, escape to cancel.',
};

function announcementsFor(ids: string[]): Announcements {
  const name = (id: UniqueIdentifier) => platformLabel(String(id));
  const place = (id: UniqueIdentifier) => `${ids.indexOf(String(id)) + 1} of ${ids.length}`;
  const over = (words: string, target: { id: UniqueIdentifier } | null) =>
    target ? `${words} place ${place(target.id)}.` : undefined;
  const picked = (id: UniqueIdentifier) => `${name(id)} picked up. It is ${place(id)}.`;
  return {
    onDragStart: ({ active }) => picked(active.id),
    // The first place that it is over is its own, at once: the words of picking up must not be lost to it.
    onDragOver: ({ active, over: target }) =>
      target?.id === active.id ? picked(active.id) : over(`${name(active.id)} is over`, target),
    onDragEnd: (event) => over(`${name(event.active.id)} dropped at`, event.over),
    onDragCancel: ({ active }) => `${name(active.id)} stays where it was.`,
  };
}
