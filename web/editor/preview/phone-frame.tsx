import type { ReactNode } from 'react';

/**
 * A phone whose screen is 360 px wide. The screen scrolls but is otherwise inert. It is grey while the page is being
 * downloaded.
 */
export function PhoneFrame({ children }: { children?: ReactNode }) {
  return (
    <div className="rounded-[2.75rem] bg-ink p-2.5 shadow-float ring-1 ring-border">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Live preview"
        className="h-[min(700px,calc(100dvh-7.75rem))] w-90 overflow-y-auto overscroll-contain rounded-[2.125rem] bg-muted [scrollbar-width:none] [&::-webkit-scrollbar]:hidden"
      >
        {children}
      </section>
    </div>
  );
}
