import { classNames } from '../../ui/class-names.ts';
import { type AvailabilityState, availabilityText } from '../shared/availability.ts';

/** The result of the availability check, announced to screen readers. Its height never changes. */
export function AvailabilityLine({ state, handle }: { state: AvailabilityState; handle: string }) {
  return (
    <p
      id="availability"
      role="status"
      aria-live="polite"
      className={classNames(
        'mt-1 flex min-h-12 items-center justify-center text-center text-base font-medium sm:mt-3 sm:min-h-7 sm:items-start sm:text-lg',
        state.status === 'available' && 'text-success',
        state.status === 'unavailable' && 'text-danger',
        (state.status === 'idle' || state.status === 'checking') && 'text-soft',
      )}
    >
      {state.status === 'checking' ? (
        <>
          <span className="noscript:hidden">{availabilityText(state, handle)}</span>
          <span className="hidden noscript:inline">Turn on JavaScript to check and claim this handle.</span>
        </>
      ) : (
        availabilityText(state, handle)
      )}
    </p>
  );
}
