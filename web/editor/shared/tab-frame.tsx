import type { ReactNode } from 'react';

/** The frame of a tab without an editor: while the handle is loading, or without a handle. */
export function TabFrame({ back, children }: { back: ReactNode; children: ReactNode }) {
  return (
    <div className="page-width pt-3 pb-16 sm:pt-5">
      {back}
      <div className="mx-auto mt-2 max-w-[35rem] lg:mx-0">{children}</div>
    </div>
  );
}
