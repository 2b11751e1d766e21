import { Tooltip as Base } from 'radix-ui';
import type { ReactNode } from 'react';

/** How long a pointer rests before words appear, and how long after one closed the next opens at once. */
const TOOLTIP_DELAY = 700;
const TOOLTIP_SKIP_DELAY = 300;

/** Stands once around a screen that has tooltips, so that they share the delays. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider delayDuration={TOOLTIP_DELAY} skipDelayDuration={TOOLTIP_SKIP_DELAY}>
      {children}
    </Base.Provider>
  );
}

/** Words about a control, on hover or keyboard focus. The control must have a name of its own. */
export function Tooltip({ words, children }: { words: ReactNode; children: ReactNode }) {
  return (
    <Base.Root>
      <Base.Trigger asChild>{children}</Base.Trigger>
      <Base.Portal>
        <Base.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-72 animate-fade rounded-lg bg-text px-2.5 py-1.5 text-xs font-medium text-background shadow-float"
        >
          {words}
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}
