import { Check, X } from 'lucide-react';
import type { Ref } from 'react';
import { useSite } from '../../api/site.ts';
import { classNames } from '../../ui/class-names.ts';
import { Spinner } from '../../ui/spinner.tsx';
import type { AvailabilityState } from '../shared/availability.ts';
import { HandleInput } from '../shared/handle-input.tsx';

interface HandleFieldProps {
  ref: Ref<HTMLInputElement | null>;
  value: string;
  onChange: (handle: string) => void;
  state: AvailabilityState;
  /** Whether an invitation gives only this handle. */
  isFixed: boolean;
}

/** The main field of the claim page. It drops characters that a handle cannot contain. */
export function HandleField({ ref, value, onChange, state, isFixed }: HandleFieldProps) {
  const { host } = useSite();
  return (
    <label
      htmlFor="handle"
      className="neon-frame relative mt-6 flex cursor-text items-center gap-3 rounded-2xl px-4 py-4 shadow-soft transition-shadow duration-150 focus-within:shadow-glow sm:mt-8 sm:px-7 sm:py-6"
    >
      <span className="sr-only">Your handle</span>
      <span className="flex min-w-0 flex-1 flex-col md:flex-row md:items-baseline">
        <span
          aria-hidden
          className="shrink-0 truncate pr-10 text-lg font-medium text-soft md:max-w-1/2 md:pr-0 md:text-2xl"
        >
          {host}/
        </span>
        <span className="@container min-w-0 flex-1">
          <HandleInput
            ref={ref}
            id="handle"
            value={value}
            onHandle={onChange}
            readOnly={isFixed}
            aria-describedby="availability"
            className={classNames(
              'h-14 w-full min-w-0 bg-transparent font-bold tracking-tight text-text outline-none placeholder:font-semibold placeholder:text-soft/55 md:h-18',
              fieldSize(value.length),
            )}
          />
        </span>
      </span>
      <StatusIcon state={state} />
    </label>
  );
}

/**
 * Returns a font size at which the handle fits into the field; the field's height never changes. A letter is 0.58 em wide
 * on average. The minimum is 16 px, below which phones zoom in on focus.
 */
function fieldSize(length: number): string {
  if (length <= 11) return 'text-5xl md:text-6xl';
  if (length <= 14) return 'text-[clamp(1rem,12.3cqw,3rem)] md:text-[clamp(1rem,12.3cqw,3.5rem)]';
  if (length <= 17) return 'text-[clamp(1rem,10.1cqw,3rem)]';
  if (length <= 20) return 'text-[clamp(1rem,8.6cqw,3rem)]';
  if (length <= 23) return 'text-[clamp(1rem,7.4cqw,2.5rem)]';
  if (length <= 26) return 'text-[clamp(1rem,6.6cqw,2.5rem)]';
  return 'text-[clamp(1rem,5.7cqw,2rem)]';
}

function StatusIcon({ state }: { state: AvailabilityState }) {
  return (
    <span aria-hidden className="grid size-9 shrink-0 place-items-center max-md:absolute max-md:top-3 max-md:right-3">
      {state.status === 'checking' && <Spinner className="size-6 text-accent" />}
      {state.status === 'available' && (
        <span className="grid size-9 animate-enter place-items-center rounded-full bg-success-surface text-success">
          <Check className="size-5" strokeWidth={3} />
        </span>
      )}
      {state.status === 'unavailable' && (
        <span className="grid size-9 animate-enter place-items-center rounded-full bg-danger-surface text-danger">
          <X className="size-5" strokeWidth={3} />
        </span>
      )}
    </span>
  );
}
