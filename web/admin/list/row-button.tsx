import type { ReactNode } from 'react';
import { Link } from 'react-router';

const STYLE =
  'inline-flex min-h-9 items-center rounded-md px-2 text-sm font-medium text-soft underline decoration-border underline-offset-4 hover:bg-hover hover:text-text';

/** A link at the end of a row, beside its buttons. */
export function RowLink({ about, to, children }: { about: string; to: string; children: ReactNode }) {
  return (
    <Link to={to} className={STYLE}>
      {children}
      <span className="sr-only"> {about}</span>
    </Link>
  );
}

/** A button at the end of a row. `about` names the row for screen readers. */
export function RowButton({ about, onClick, children }: { about: string; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={onClick} className={STYLE}>
      {children}
      <span className="sr-only"> {about}</span>
    </button>
  );
}
