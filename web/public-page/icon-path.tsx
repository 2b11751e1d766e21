import type { ReactElement } from 'react';

/** The one path that each icon of simple-icons consists of, on a grid of 24 by 24. */
export function pathOf(svg: string): string {
  const path = /\sd="([^"]+)"/.exec(svg)?.[1];
  if (!path) throw new Error('an icon of simple-icons has no path');
  return path;
}

/** A mark in the colour of the text around it; decoration, the name stands beside it. */
export function PathIcon({ path }: { path: string }): ReactElement {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
