import type { ReactNode } from 'react';

/** A button at the end of a row. `about` names the row for screen readers. */
export function RowButton({ about, onClick, children }: { about: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="inline-flex min-h-9 items-center rounded-md px-2 text-sm font-medium text-soft underline decoration-border underline-offset-4 hover:bg-hover hover:text-text"
    >
      {children}
      <span className="sr-only"> {about}</span>
    </button>
  );
}
