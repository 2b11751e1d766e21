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

/**
 * Available handles with plan and price as buttons, side by side at every width so that all are visible. Long names
 * wrap.
 */
export function SuggestionChips({ suggestions, picked, prices, onPick }: SuggestionChipsProps) {
  return (
    <ul aria-label="These names are free" className="grid animate-enter grid-cols-3 gap-1.5 py-1 @md:gap-2">
      {suggestions.map(({ handle, plan }) => (
        <li key={handle} className="min-w-0">
          <button
            type="button"
            aria-pressed={handle === picked}
            onClick={() => onPick(handle)}
            className={classNames(
              'flex h-full min-h-13 w-full flex-col justify-center rounded-control border px-2 py-1.5 text-left transition-colors duration-150 @md:px-3.5',
              handle === picked
                ? 'border-focus bg-hover'
                : 'border-border bg-surface hover:border-focus hover:bg-hover',
            )}
          >
            <span className="text-xs leading-tight font-semibold wrap-anywhere text-text @md:text-sm @md:leading-tight">
              {handle}
            </span>
            <span className="text-xs text-soft tabular-nums">{offerText(plan, prices)}</span>
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
