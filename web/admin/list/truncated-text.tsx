import { classNames } from '../../ui/class-names.ts';

interface CutTextProps {
  children: string | null | undefined;
  className?: string;
}

/** A text of any length in one line of a list; cut off, all of it is in its title. */
export function TruncatedText({ children, className }: CutTextProps) {
  return (
    <span title={children ?? undefined} className={classNames('block max-w-64 truncate', className)}>
      {children}
    </span>
  );
}
