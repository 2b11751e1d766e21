import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Handle } from '../../../contract/handles.ts';
import { ErrorState } from '../../ui/message-state.tsx';
import { matchingHandles } from '../shared/matching-handles.ts';
import { allHandlesQuery } from '../shared/own-handles.ts';
import { HandleCardSkeleton } from './handle-card.tsx';

/** So many cards are drawn at most; more are told by their number. */
const SHOWN = 20;

/** The handles that read like what was typed: among all of them, not only those that were loaded so far. */
export function HandleSearchResults({ typed, card }: { typed: string; card: (handle: Handle) => ReactNode }) {
  const all = useQuery(allHandlesQuery);
  const found = matchingHandles(all.data ?? [], typed);
  return (
    <>
      <p role="status" className="mb-4 min-h-6 text-soft">
        {all.data ? foundWords(found.length) : ''}
      </p>
      {all.isPending && <HandleCardSkeleton />}
      {all.isLoadingError && (
        <ErrorState
          message="Handle loading mission failed! The servers are being dramatic. Try again!"
          onRetry={all.refetch}
          busy={all.isFetching}
        />
      )}
      <ul className="grid grid-cols-1 gap-4 sm:gap-6">
        {found.slice(0, SHOWN).map((handle) => (
          <li key={handle.id}>{card(handle)}</li>
        ))}
      </ul>
    </>
  );
}

function foundWords(count: number): string {
  if (count === 0) return 'None of your handles reads like this.';
  if (count > SHOWN) return `${count} handles found, the first ${SHOWN} shown. Type on to narrow them down.`;
  return count === 1 ? 'One handle found.' : `${count} handles found.`;
}
