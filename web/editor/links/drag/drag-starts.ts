import type { KeyboardEvent, PointerEvent } from 'react';

/** The events of a grip that start a drag of its block. The drag-and-drop library listens to the same two. */
export interface DragStarts {
  onPointerDown?: (event: PointerEvent) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** An event that arrived before the drag-and-drop code. */
export interface EarlyStart {
  key: string;
  start: (starts: DragStarts) => void;
}
