import type { ReactElement } from 'react';

/** Returns the path of an icon from simple-icons, each of which has one path on a grid of 24 by 24. */
export function pathOf(svg: string): string {
  const path = /\sd="([^"]+)"/.exec(svg)?.[1];
  if (!path) throw new Error('An icon of simple-icons has no path');
  return path;
}

/** A decorative icon in the colour of the surrounding text. */
export function PathIcon({ path }: { path: string }): ReactElement {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
