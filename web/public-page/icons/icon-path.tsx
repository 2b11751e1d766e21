import type { ReactElement } from 'react';

/** A decorative icon in the colour of the surrounding text. */
export function PathIcon({ path }: { path: string }): ReactElement {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
