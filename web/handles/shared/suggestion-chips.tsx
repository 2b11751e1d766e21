import type { HandleSuggestion } from '../../../contract/handles/availability.ts';
import { isFree, type Price } from '../../../contract/payments/plans.ts';
import { formatDollars } from '../../payments/shared/prices.ts';
import { classNames } from '../../ui/class-names.ts';

interface SuggestionChipsProps {
  suggestions: readonly HandleSuggestion[];
  /** The handle in the field. */
  picked: string;
  prices: readonly Price[];
  onPick: (handle: string) => void;
}

/** Available handles with plan and price as buttons; one row, which scrolls sideways on phones. */
export function SuggestionChips({ suggestions, picked, prices, onPick }: SuggestionChipsProps) {
  return (
    <ul
      aria-label="These names are free"
      className="-mx-4 flex snap-x scroll-px-4 animate-enter gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:px-0"
    >
      {suggestions.map(({ handle, plan }) => (
        <li key={handle} className="min-w-0 shrink-0 snap-start sm:flex-1 sm:shrink">
          <button
            type="button"
            aria-pressed={handle === picked}
            onClick={() => onPick(handle)}
            className={classNames(
              'flex min-h-13 w-full max-w-60 flex-col justify-center rounded-control border px-3.5 py-1.5 text-left transition-colors duration-150 sm:max-w-none',
              handle === picked
                ? 'border-focus bg-hover'
                : 'border-border bg-surface hover:border-focus hover:bg-hover',
            )}
          >
            <span className="block truncate text-sm font-semibold text-text">{handle}</span>
            <span className="block truncate text-xs text-soft tabular-nums">{offerText(plan, prices)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Returns plan and price, such as "Plus, $4.99/year". */
function offerText(plan: string, prices: readonly Price[]): string {
  const price = prices.find(({ name }) => name === plan);
  if (!price) return plan;
  if (!isFree(price)) return `${plan}, ${formatDollars(price.price_yearly_usd_now)}/year`;
  return plan === 'Free' ? 'Free, for good' : `${plan}, free`;
}
