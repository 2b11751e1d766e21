import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { fieldStyle } from './field-style.ts';

/** A native select: phones and keyboards support it best. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select {...rest} className={fieldStyle('appearance-none truncate pr-10', className)} />
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 text-soft"
        aria-hidden
      />
    </div>
  );
}
