import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';

interface TabFrameProps {
  back: ReactNode;
  /** Whether no page will stand beside the tab: the column is then in the middle. */
  alone?: boolean;
  children: ReactNode;
}

/** The layout of a tab that has no editor, because the handle is loading or the account has none. */
export function TabFrame({ back, alone = false, children }: TabFrameProps) {
  return (
    <div className="page-width pt-3 pb-16 sm:pt-5">
      <div className={classNames('mx-auto max-w-[35rem]', !alone && 'lg:mx-0')}>
        {back}
        <div className="mt-2">{children}</div>
      </div>
    </div>
  );
}
