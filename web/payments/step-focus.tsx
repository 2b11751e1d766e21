import { type ReactNode, useEffect, useRef } from 'react';

/** One step of a dialog. With `moves`, it focuses its first field, or else the dialog, when it replaces another step. */
export function StepFocus({ moves, children }: { moves: boolean; children?: ReactNode }) {
  const step = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!moves) return;
    const dialog = step.current?.closest<HTMLElement>('[role=dialog]');
    (step.current?.querySelector('input') ?? dialog)?.focus();
  }, [moves]);
  return <div ref={step}>{children}</div>;
}
