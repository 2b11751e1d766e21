import { classNames } from './class-names.ts';

/** A grey placeholder for loading content. Hidden from screen readers: the element around it announces the loading. */
export function Skeleton({ className }: { className?: string }) {
  // The radius is in a lower cascade layer (styles.css), so that a class can override it.
  return <div aria-hidden className={classNames('skeleton animate-shimmer bg-muted', className)} />;
}
