import { classNames } from './class-names.ts';

/** A spinning ring in the text colour. Give it a label where no other text announces the loading. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span
      {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })}
      className={classNames(
        'inline-block size-[1.15em] shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent',
        className,
      )}
    />
  );
}

/** A centred spinner for a page that is loading. */
export function PageSpinner({ label }: { label: string }) {
  return (
    <div className="grid min-h-[60dvh] place-items-center text-2xl text-accent">
      <Spinner label={label} />
    </div>
  );
}
