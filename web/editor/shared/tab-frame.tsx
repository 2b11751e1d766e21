import type { ReactNode } from 'react';

/** The layout of a tab that has no editor, because the handle is loading or the account has none. */
export function TabFrame({ back, children }: { back: ReactNode; children: ReactNode }) {
  return (
    <div className="page-width pt-3 pb-16 sm:pt-5">
      {back}
      <div className="mx-auto mt-2 max-w-[35rem] lg:mx-0">{children}</div>
    </div>
  );
}
