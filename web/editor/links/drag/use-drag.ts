import { useEffect, useRef, useState } from 'react';
import { onDemand, useOnDemand } from '../../../ui/on-demand.tsx';
import { toastError } from '../../../ui/toast/toast-store.ts';
import type { DragStarts, EarlyStart } from './drag-starts.ts';

/** The events of a grip. */
export interface GripEvents extends Required<DragStarts> {
  onPointerEnter: () => void;
  onFocus: () => void;
}

const layer = onDemand(async () => (await import('./drag-layer.tsx')).DragLayer);

/**
 * Downloads drag and drop when a grip is first touched or focused. A drag that begins before the code arrives continues
 * then, unless it has already ended.
 */
export function useDrag() {
  const starts = useRef(new Map<string, DragStarts>());
  const early = useRef<EarlyStart | null>(null);
  const [wanted, setWanted] = useState(false);
  const { Component: Layer, failures } = useOnDemand(layer, wanted);
  useEffect(() => {
    if (failures === 0) return;
    setWanted(false);
    if (!early.current) return;
    early.current = null;
    toastError(
      'Drag and drop could not be loaded',
      'Check your connection and try again, or move the block with its menu.',
    );
  }, [failures]);
  useEffect(() => {
    const forget = () => {
      early.current = null;
    };
    for (const name of END_EVENTS) window.addEventListener(name, forget, { capture: true, passive: true });
    return () => {
      for (const name of END_EVENTS) window.removeEventListener(name, forget, { capture: true });
    };
  }, []);

  function begin(key: string, start: EarlyStart['start']) {
    const known = starts.current.get(key);
    if (known) return start(known);
    early.current = { key, start };
    setWanted(true);
  }
  const want = () => setWanted(true);
  return {
    Layer: wanted ? Layer : undefined,
    starts,
    early,
    eventsOf: (key: string): GripEvents => ({
      onPointerEnter: want,
      onFocus: want,
      onPointerDown: (event) => begin(key, ({ onPointerDown }) => onPointerDown?.(event)),
      onKeyDown: (event) => {
        const grip = event.currentTarget;
        if (!starts.current.has(key) && !START_KEYS.has(event.code)) return;
        begin(key, ({ onKeyDown }) => document.activeElement === grip && onKeyDown?.(event));
      },
    }),
  };
}

/** The events that end a drag started by an early pointer. */
const END_EVENTS = ['pointerup', 'pointercancel'];
const START_KEYS = new Set(['Space', 'Enter']);
