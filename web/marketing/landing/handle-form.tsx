import { ArrowRight, Check, X } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import type { Site } from '../../../contract/documents.ts';
import { pages } from '../../../contract/paths.ts';
import type { Price } from '../../../contract/payments/plans.ts';
import { type AvailabilityState, availabilityText } from '../../handles/shared/availability.ts';
import { HandleInput } from '../../handles/shared/handle-input.tsx';
import { Suggestions } from '../../handles/shared/suggestions.tsx';
import { useAvailability } from '../../handles/shared/use-availability.ts';
import { classNames } from '../../ui/class-names.ts';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { Spinner } from '../../ui/spinner.tsx';

interface HandleFormProps {
  site: Site;
  prices: readonly Price[];
  handle: string;
  onHandle: (handle: string) => void;
}

/** The handle field at the top of the page. Without script it is a plain form that submits to the claim page. */
export function HandleForm({ site: { host }, prices, handle, onHandle }: HandleFormProps) {
  const navigate = useNavigate();
  const { state } = useAvailability(handle);
  return (
    <form
      method="get"
      action={pages.create()}
      className="mt-8"
      onSubmit={(event) => {
        event.preventDefault();
        navigate(pages.create(handle));
      }}
    >
      <label
        htmlFor="hero-handle"
        className="flex min-h-16 cursor-text items-center rounded-2xl border border-field bg-surface pr-4 pl-4 shadow-soft transition-shadow duration-150 focus-within:border-focus focus-within:ring-3 focus-within:ring-focus/25 sm:pl-5"
      >
        <span className="sr-only">Your handle</span>
        <span aria-hidden className="max-w-1/2 shrink-0 truncate text-base text-soft sm:text-xl">
          {host}/
        </span>
        <HandleInput
          id="hero-handle"
          name="handle"
          value={handle}
          onHandle={onHandle}
          aria-describedby="hero-availability"
          className="h-16 w-full min-w-0 bg-transparent pr-2 pl-px text-base font-semibold text-text outline-none placeholder:font-medium placeholder:text-soft/70 sm:text-xl"
        />
        <Mark state={state} />
      </label>
      <p
        id="hero-availability"
        role="status"
        className={classNames(
          'mt-1 mb-2 flex min-h-11 items-center justify-center text-center text-sm font-medium sm:mt-2 sm:mb-3 sm:min-h-6 lg:justify-start lg:text-left',
          state.status === 'available' && 'text-success',
          state.status === 'unavailable' && 'text-danger',
          (state.status === 'idle' || state.status === 'checking') && 'text-soft',
        )}
      >
        {availabilityText(state, handle)}
      </p>
      <Suggestions handle={handle} state={state} prices={prices} onPick={onHandle} className="empty:hidden mb-4" />
      <Link to={pages.create(handle)} className={classNames(buttonStyle('brand', 'large'), 'w-full sm:w-auto')}>
        GET YOUR EPIC HANDLE <ArrowRight aria-hidden />
      </Link>
    </form>
  );
}

function Mark({ state }: { state: AvailabilityState }) {
  return (
    <span aria-hidden className="grid size-7 shrink-0 place-items-center">
      {state.status === 'checking' && <Spinner className="text-xl text-accent" />}
      {state.status === 'available' && <Check className="size-6 text-success" strokeWidth={3} />}
      {state.status === 'unavailable' && <X className="size-6 text-danger" strokeWidth={3} />}
    </span>
  );
}
