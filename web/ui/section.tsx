import { type ReactNode, type Ref, useId } from 'react';
import { classNames } from './class-names.ts';
import { ErrorState } from './message-state.tsx';
import { Skeleton } from './skeleton.tsx';

const PANEL = 'rounded-card border border-border bg-surface shadow-soft';

interface SectionProps {
  title: ReactNode;
  about?: ReactNode;
  /** Beside the title, below the text on phones. */
  action?: ReactNode;
  /** Receives the focus when the focused row disappears. */
  titleRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** A section of a tab with its heading. */
export function Section({ title, about, action, titleRef, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 sm:flex-1">
          <h2 id={id} ref={titleRef} tabIndex={-1} className="text-xl font-semibold outline-none">
            {title}
          </h2>
          {about && <div className="mt-1 max-w-[62ch] text-pretty text-soft">{about}</div>}
        </div>
        {action && <div className="max-sm:w-full [&>button]:max-sm:w-full">{action}</div>}
      </div>
      {children}
    </section>
  );
}

/** The surface of a section, divided into parts. */
export function Panel({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classNames(PANEL, 'divide-y divide-border', className)}>{children}</div>;
}

interface PartProps {
  title: ReactNode;
  about?: ReactNode;
  /** A control beside the title, such as a switch. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** One part of a panel. */
export function Part({ title, about, aside, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3 p-4 sm:p-6">
      <div className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <h3 id={id} className="font-semibold">
            {title}
          </h3>
          {about && <div className="mt-0.5 max-w-[62ch] text-sm text-pretty text-soft">{about}</div>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  );
}

interface LoadingProps {
  /** The name of the loading content, for screen readers. */
  label: string;
  /** Set if loading failed. */
  failed: string | false;
  busy: boolean;
  onRetry: () => void;
}

/** Shown in place of content that is loading, or that could not be loaded. */
export function Loading({ label, failed, busy, onRetry }: LoadingProps) {
  if (failed) return <ErrorState message={failed} busy={busy} onRetry={onRetry} />;
  return (
    <div role="status" aria-label={label} className={classNames(PANEL, 'grid gap-3 p-4 sm:p-6')}>
      <Skeleton className="h-5 w-44 max-w-full" />
      <Skeleton className="h-4 w-80 max-w-full" />
      <Skeleton className="h-11 w-full rounded-control" />
    </div>
  );
}

/** Shown in place of an empty list. */
export function Empty({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-2 px-6 py-10 text-center [&>svg]:size-8 [&>svg]:text-soft">
      {icon}
      <h3 className="mt-1 font-semibold">{title}</h3>
      <div className="max-w-[46ch] text-sm text-balance text-soft">{children}</div>
    </div>
  );
}
