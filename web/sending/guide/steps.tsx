import type { ReactNode } from 'react';

/** Numbered steps. */
export function Steps({ children }: { children: ReactNode }) {
  return <ol className="grid grid-cols-1 gap-4 [counter-reset:step]">{children}</ol>;
}

export function Step({ children }: { children: ReactNode }) {
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-3 [counter-increment:step] before:grid before:size-7 before:place-items-center before:rounded-full before:bg-accent-surface before:text-xs before:font-semibold before:text-accent before:tabular-nums before:content-[counter(step)]">
      <div className="max-w-[64ch] min-w-0 pt-1 [&_b]:font-semibold [&_dl]:mt-2.5">{children}</div>
    </li>
  );
}
