import { CircleAlert, RotateCw } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';
import { Button } from '../../ui/form/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

interface ListBlockProps {
  title: string;
  about: ReactNode;
  /** Beside the title, below the text on phones. */
  action?: ReactNode;
  /** Receives the focus when the focused row disappears. */
  titleRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** One list of the section, with its title, explanation and action. */
export function ListBlock({ title, about, action, titleRef, children }: ListBlockProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-5 border-t border-border pt-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 sm:flex-1">
          <h3 id={id} ref={titleRef} tabIndex={-1} className="font-semibold outline-none">
            {title}
          </h3>
          <p className="mt-0.5 text-sm text-pretty text-soft">{about}</p>
        </div>
        {action && <div className="max-sm:w-full [&>button]:max-sm:w-full">{action}</div>}
      </div>
      {children}
    </section>
  );
}

/** Placeholder for a list while it loads, with one row. */
export function LoadingRow({ label, lines }: { label: string; lines: 2 | 3 }) {
  return (
    <div role="status" aria-label={label} className="mt-2 flex items-center gap-3.5 py-3">
      <Skeleton className="size-10 shrink-0 rounded-full!" />
      <div className="grid grow gap-2">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-4 w-56 max-w-full" />
        {lines === 3 && <Skeleton className="h-4 w-48 max-w-full" />}
      </div>
    </div>
  );
}

/** Replaces a list that could not be loaded. */
export function LoadError({ message, busy, onRetry }: { message: string; busy: boolean; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control bg-danger-surface py-2.5 pr-2.5 pl-3.5 text-sm text-danger"
    >
      <p className="flex min-w-0 flex-1 basis-52 items-start gap-2 font-medium">
        <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden /> {message}
      </p>
      <Button variant="secondary" busy={busy} onClick={onRetry} className="max-sm:w-full">
        <RotateCw aria-hidden /> Try Again
      </Button>
    </div>
  );
}

interface ListRowProps {
  icon: ReactNode;
  title: ReactNode;
  /** Beside the title. */
  badge?: ReactNode;
  /** Short facts; empty ones are left out. Each has its own line on phones; dots separate them on wider screens. */
  facts: ReactNode[];
  /** A fact on a separate line. */
  more?: ReactNode;
  actions: ReactNode;
}

/** A row with an icon, a title that may be long, facts and buttons. */
export function ListRow({ icon, title, badge, facts, more, actions }: ListRowProps) {
  return (
    <div className="flex min-h-18 items-center gap-3.5 py-3">
      <RowIcon>{icon}</RowIcon>
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{title}</span>
          {badge}
        </p>
        <div className="mt-0.5 text-sm text-soft">
          <p className="sm:flex sm:flex-wrap">
            {facts.filter(Boolean).map((fact, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a row keep their places
              <span key={place} className="block sm:after:mx-1.5 sm:after:content-['·'] sm:last:after:hidden">
                {fact}
              </span>
            ))}
          </p>
          {more && <p>{more}</p>}
        </div>
      </div>
      <div className="flex shrink-0 items-center">{actions}</div>
    </div>
  );
}

/** The round icon of a row. */
export function RowIcon({ children }: { children: ReactNode }) {
  return (
    <span className="grid size-10 shrink-0 place-items-center rounded-full bg-muted text-soft [&_svg]:size-5">
      {children}
    </span>
  );
}
