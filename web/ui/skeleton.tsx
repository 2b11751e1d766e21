import { classNames } from './class-names.ts';

/** A grey block in the size of what is on its way. Hidden from screen readers: the list around it says that it loads. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('animate-shimmer rounded-md bg-muted', className)} />;
}
