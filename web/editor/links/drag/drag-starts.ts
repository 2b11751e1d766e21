import type { KeyboardEvent, PointerEvent } from 'react';

/** Starts a drag of one block; the same for the library of drag and drop, which listens to these two events of a grip. */
export interface DragStarts {
  onPointerDown?: (event: PointerEvent) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** An event that came before the code of drag and drop. */
export interface EarlyStart {
  key: string;
  start: (starts: DragStarts) => void;
}
