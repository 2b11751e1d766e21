import { classNames } from './class-names.ts';

/** A turning ring of the text's colour. Give it a label where nothing else says what is awaited. */
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

/** Fills the screen's middle while a page is on its way. */
export function PageSpinner({ label }: { label: string }) {
  return (
    <div className="grid min-h-[60dvh] place-items-center text-2xl text-accent">
      <Spinner label={label} />
    </div>
  );
}
