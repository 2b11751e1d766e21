import { useQuery } from '@tanstack/react-query';
import { matchingHandles } from '../../own-handles/matching-handles.ts';
import { ALL_HANDLES_PAGE, allHandlesQuery } from '../../own-handles/own-handles.ts';
import { ErrorState } from '../../ui/message-state.tsx';
import { useHandleFigures } from './handle-figures.ts';
import { HandleList, type HandleListProps, HandleListSkeleton } from './handle-list.tsx';

/** Maximum number of rows; the status line gives the total. */
const MAX_SHOWN = 20;

/** Searches all handles of the account, not only those that are loaded on the dashboard. */
export function HandleSearchResults({
  search,
  ...list
}: { search: string } & Omit<HandleListProps, 'handles' | 'figuresOf' | 'more'>) {
  const all = useQuery(allHandlesQuery);
  const figuresOf = useHandleFigures([ALL_HANDLES_PAGE]);
  const found = matchingHandles(all.data ?? [], search);
  return (
    <>
      <p role="status" className="mb-4 min-h-6 text-soft">
        {all.data ? resultText(found.length) : ''}
      </p>
      {all.isPending && <HandleListSkeleton />}
      {all.isLoadingError && (
        <ErrorState
          message="Handle loading mission failed! The servers are being dramatic. Try again!"
          onRetry={all.refetch}
          busy={all.isFetching}
        />
      )}
      {found.length > 0 && <HandleList {...list} handles={found.slice(0, MAX_SHOWN)} figuresOf={figuresOf} />}
    </>
  );
}

function resultText(count: number): string {
  if (count === 0) return 'No handles match your search.';
  if (count > MAX_SHOWN) return `${count} handles found, the first ${MAX_SHOWN} shown. Type more to narrow them down.`;
  return count === 1 ? 'One handle found.' : `${count} handles found.`;
}
