import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Announces a failed action beside its control. Renders nothing without a text. */
export function ActionError({ className, children }: { className?: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <p role="alert" className={classNames('flex items-start gap-1.5 text-sm text-danger', className)}>
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      {children}
    </p>
  );
}
