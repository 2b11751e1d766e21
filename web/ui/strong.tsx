import type { ReactNode } from 'react';

/** A highlighted name or address; a long one may break anywhere. */
export function Strong({ children }: { children: ReactNode }) {
  return <strong className="font-semibold wrap-anywhere text-text">{children}</strong>;
}
