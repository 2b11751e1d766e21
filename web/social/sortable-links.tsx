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
import type { SocialLink } from '../../contract/social/social-links.ts';
import { LinkCard } from './link-card.tsx';
import { moveItem } from './link-list.ts';
import { platformLabel } from './shared/platform-label.ts';

interface SortableLinksProps {
  links: SocialLink[];
  /** Returns whether the move is saved; the second press of a double click is not. */
  onMove: (from: number, to: number) => boolean;
  onEdit: (platform: string) => void;
  onRemove: (index: number) => void;
}

/** The connected accounts in display order. The order is changed by drag and drop, by keyboard or by buttons. */
export function SortableLinks({ links: saved, onMove, onEdit, onRemove }: SortableLinksProps) {
  const list = useRef<HTMLUListElement>(null);
  // Shows the dropped order until the `links` prop changes.
  const [draft, setDraft] = useState({ of: saved, links: saved });
  const links = draft.of === saved ? draft.links : saved;
  const [announcement, setAnnouncement] = useState('');
  const ids = links.map(({ platform }) => platform);
  const sensors = useSensors(
    // A tap must not start a drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const focusAfterMove = useFocusAfterMove(list, ids.join(' '));

  function remove(index: number) {
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
    (buttons[index + 1] ?? buttons[index - 1])?.focus();
    onRemove(index);
  }

  /** Moves a link and returns whether that is saved, because the screen must not show an order that is not. */
  function move(from: number, to: number, focus: string): boolean {
    if (from === to || !onMove(from, to)) return false;
    focusAfterMove(focus);
    setDraft({ of: saved, links: moveItem(links, from, to) });
    return true;
  }

  function step(index: number, by: 1 | -1) {
    if (!move(index, index + by, `[data-step="${ids[index]} ${by}"]`)) return;
    setAnnouncement(`${platformLabel(ids[index] ?? '')} is now ${index + by + 1} of ${ids.length}`);
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
        {announcement}
      </p>
    </DndContext>
  );
}

/** A card that React moves in the document loses the focus. Returns a function that names the element to focus again. */
function useFocusAfterMove(list: React.RefObject<HTMLElement | null>, order: string): (selector: string) => void {
  const pressed = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed order moves the card and drops the focus
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
  const over = (action: string, target: { id: UniqueIdentifier } | null) =>
    target ? `${action} place ${place(target.id)}.` : undefined;
  const picked = (id: UniqueIdentifier) => `${name(id)} picked up. It is ${place(id)}.`;
  return {
    onDragStart: ({ active }) => picked(active.id),
    // dnd-kit also calls this for the card's own place at the start. Repeating the text keeps the first announcement.
    onDragOver: ({ active, over: target }) =>
      target?.id === active.id ? picked(active.id) : over(`${name(active.id)} is over`, target),
    onDragEnd: (event) => over(`${name(event.active.id)} dropped at`, event.over),
    onDragCancel: ({ active }) => `${name(active.id)} stays where it was.`,
  };
}
