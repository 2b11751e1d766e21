import { classNames } from './class-names.ts';

/** A grey block in the size of what is on its way. Hidden from screen readers: the list around it says that it loads. */
export function Skeleton({ className }: { className?: string }) {
  // Its radius is of a lower layer (styles.css), so that any other one wins over it.
  return <div aria-hidden className={classNames('skeleton animate-shimmer bg-muted', className)} />;
}
