import { Tooltip as Base } from 'radix-ui';
import type { ReactNode } from 'react';

/** Hover time before a tooltip opens; after one has closed, the next opens without delay for TOOLTIP_SKIP_DELAY. */
const TOOLTIP_DELAY = 700;
const TOOLTIP_SKIP_DELAY = 300;

/** Wraps a screen with tooltips, so that they share the delays. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider delayDuration={TOOLTIP_DELAY} skipDelayDuration={TOOLTIP_SKIP_DELAY}>
      {children}
    </Base.Provider>
  );
}

/** A hint shown on hover and keyboard focus. The control needs its own accessible name. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <Base.Root>
      <Base.Trigger asChild>{children}</Base.Trigger>
      <Base.Portal>
        <Base.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-72 animate-fade rounded-lg bg-text px-2.5 py-1.5 text-xs font-medium text-background shadow-float"
        >
          {text}
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}
