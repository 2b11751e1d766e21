import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Handle } from '../../../contract/handles/handles.ts';
import { ErrorState } from '../../ui/message-state.tsx';
import { matchingHandles } from '../shared/matching-handles.ts';
import { allHandlesQuery } from '../shared/own-handles.ts';
import { HandleCardSkeleton } from './handle-card.tsx';

/** Maximum number of cards; the status line gives the total. */
const MAX_SHOWN = 20;

/** Searches all handles of the account, not only those that are loaded on the dashboard. */
export function HandleSearchResults({
  search,
  renderCard,
}: {
  search: string;
  renderCard: (handle: Handle) => ReactNode;
}) {
  const all = useQuery(allHandlesQuery);
  const found = matchingHandles(all.data ?? [], search);
  return (
    <>
      <p role="status" className="mb-4 min-h-6 text-soft">
        {all.data ? resultText(found.length) : ''}
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
        {found.slice(0, MAX_SHOWN).map((handle) => (
          <li key={handle.id}>{renderCard(handle)}</li>
        ))}
      </ul>
    </>
  );
}

function resultText(count: number): string {
  if (count === 0) return 'No handles match your search.';
  if (count > MAX_SHOWN) return `${count} handles found, the first ${MAX_SHOWN} shown. Type more to narrow them down.`;
  return count === 1 ? 'One handle found.' : `${count} handles found.`;
}
