import { useState } from 'react';
import type { HandleSuggestion } from '../../../contract/handles/availability.ts';
import type { Price } from '../../../contract/payments/plans.ts';
import { classNames } from '../../ui/class-names.ts';
import { partOnDemand } from '../../ui/on-demand.tsx';
import type { AvailabilityState } from './availability.ts';

// The page works without the chips, so a failed download is not reported.
const SuggestionChips = partOnDemand(
  async () => (await import('./suggestion-chips.tsx')).SuggestionChips,
  null,
  () => null,
);

interface SuggestionsProps {
  handle: string;
  state: AvailabilityState;
  prices: readonly Price[];
  onPick: (handle: string) => void;
  className?: string;
}

/** Available handles similar to an unavailable one. They stay when one of them is picked, so that people can compare. */
export function Suggestions({ handle, state, prices, onPick, className }: SuggestionsProps) {
  const [offer, setOffer] = useState<{ instead: string; handles: HandleSuggestion[] }>({ instead: '', handles: [] });
  const fresh = state.status === 'unavailable' ? state.suggestions : undefined;
  if (fresh?.length && fresh !== offer.handles) setOffer({ instead: handle, handles: fresh });
  const isOffered =
    handle !== '' && (handle === offer.instead || offer.handles.some((suggestion) => suggestion.handle === handle));
  return (
    <div aria-live="polite" className={classNames('@container', className)}>
      {isOffered && <SuggestionChips suggestions={offer.handles} picked={handle} prices={prices} onPick={onPick} />}
    </div>
  );
}
