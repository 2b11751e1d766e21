import type { ReactNode } from 'react';

/** The title of an editor tab, and the line below it. */
export function TabHeading({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="mb-6">
      <h1 className="text-2xl font-bold break-words">{title}</h1>
      {children && <div className="mt-1 text-soft">{children}</div>}
    </div>
  );
}
