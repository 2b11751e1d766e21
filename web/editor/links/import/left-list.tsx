import type { LeftOut } from './read-page.ts';

/** The links that were left out, with the reasons. Renders nothing for an empty list. */
export function LeftList({ left }: { left: readonly LeftOut[] }) {
  if (left.length === 0) return null;
  return (
    <ul
      aria-label="Left out"
      className="mb-5 grid max-h-[40dvh] gap-2.5 overflow-y-auto rounded-card border border-border p-4 text-sm"
    >
      {left.map(({ what, reason }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change, and two links can be the same
        <li key={index} className="min-w-0">
          <span className="block truncate font-medium" dir="auto">
            {what}
          </span>
          <span className="block text-soft">{reason}</span>
        </li>
      ))}
    </ul>
  );
}
