import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EDITOR_TABS } from './tabs.ts';

interface TabFrameProps {
  back: ReactNode;
  /** True if no editor will follow. The column is then in the middle, without tabs. */
  alone?: boolean;
  /** True if the tab takes the full width, as a tab without the preview of the page does. */
  wide?: boolean;
  children: ReactNode;
}

/** The layout of a tab that has no editor, because the handle is loading or the account has none. */
export function TabFrame({ back, alone = false, wide = false, children }: TabFrameProps) {
  return (
    <div className="page-width pt-3 pb-16 sm:pt-5">
      <div className={classNames('mx-auto', !wide && 'max-w-[35rem]', !alone && 'lg:mx-0')}>
        <div className="mb-2 flex">{back}</div>
        {alone ? children : <WaitingTabs>{children}</WaitingTabs>}
      </div>
    </div>
  );
}

/** As high as the tabs of the editor, so that the content stays in its place. */
function WaitingTabs({ children }: { children: ReactNode }) {
  return (
    <>
      <div
        aria-hidden
        className="flex h-12 items-center gap-6 border-b border-border px-2 max-sm:justify-around sm:px-5"
      >
        {EDITOR_TABS.map((tab) => (
          <Skeleton key={tab} className="h-5 w-14" />
        ))}
      </div>
      <div className="pt-5 sm:pt-6">{children}</div>
    </>
  );
}
