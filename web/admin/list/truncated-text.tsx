import { classNames } from '../../ui/class-names.ts';

interface TruncatedTextProps {
  children: string | null | undefined;
  className?: string;
}

/** A text on one line of a list, truncated if too long; the `title` attribute has the full text. */
export function TruncatedText({ children, className }: TruncatedTextProps) {
  return (
    <span title={children ?? undefined} className={classNames('block max-w-64 truncate', className)}>
      {children}
    </span>
  );
}
