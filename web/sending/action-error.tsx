import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** Announces that an action failed, beside its control. */
export function ActionError({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="flex items-start gap-1.5 text-sm text-danger">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      {children}
    </p>
  );
}
