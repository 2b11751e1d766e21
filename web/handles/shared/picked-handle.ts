import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Handle } from '../../../contract/handles.ts';
import { allHandlesQuery, firstHandlesQuery, namedHandleQuery } from './own-handles.ts';

interface PickedHandle {
  /** Undefined while it is on its way or could not be had; null where the person has no handle at all. Once there it stays. */
  handle: Handle | null | undefined;
  /** Whether there is anything to pick from. */
  several: boolean;
  /** Why it could not be had. */
  error: Error | null;
  busy: boolean;
  retry: () => void;
  pick: (name: string) => void;
}

/** The handle that a screen works on: the one that `?handle=` names, else the person's first. */
export function usePickedHandle(): PickedHandle {
  const [query, setQuery] = useSearchParams();
  const name = query.get('handle') ?? '';
  const first = useQuery(firstHandlesQuery);
  const client = useQueryClient();
  const named = useQuery({
    ...namedHandleQuery(name),
    enabled: name !== '',
    // Whoever picked it from the list need not see the screen vanish.
    placeholderData: () => client.getQueryData(allHandlesQuery.queryKey)?.find(({ handle }) => handle === name),
  });
  const known = first.data !== undefined && (name === '' || named.data !== undefined);
  return {
    handle: known ? (named.data ?? first.data[0] ?? null) : undefined,
    several: (first.data?.length ?? 0) > 1,
    error: known ? null : (first.error ?? named.error),
    busy: first.isFetching || named.isFetching,
    retry: () => void Promise.all([first.isError && first.refetch(), named.isError && named.refetch()]),
    pick: (picked) => setQuery({ handle: picked }, { replace: true }),
  };
}

/** The address of a screen that works on one handle. The first one is what it shows unasked. */
export function withHandle(path: string, name: string, isFirst: boolean): string {
  return isFirst ? path : `${path}?handle=${encodeURIComponent(name)}`;
}
