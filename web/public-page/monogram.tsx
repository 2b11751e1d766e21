import type { ReactElement } from 'react';

/**
 * Replaces a missing profile picture: the initials in the colours of the page. Decorative, because the name is beside
 * it.
 */
export function Monogram({ text }: { text: string }): ReactElement {
  return (
    <svg className="np-picture np-monogram" viewBox="0 0 112 112" aria-hidden="true">
      <text x="56" y="57" textAnchor="middle" dominantBaseline="central" fontSize={[...text].length > 1 ? 42 : 50}>
        {text}
      </text>
    </svg>
  );
}
