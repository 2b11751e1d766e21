import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Handle } from '../../contract/handles/handles.ts';
import { allHandlesQuery, firstHandlesQuery, namedHandleQuery } from './own-handles.ts';

interface PickedHandle {
  /**
   * Undefined while loading or after an error; null if the user has no handle, or no handle of this name. Refetches do
   * not reset it.
   */
  handle: Handle | null | undefined;
  /** The name in the query; empty for the first handle. */
  name: string;
  /** Whether the user has more than one handle. */
  several: boolean;
  error: Error | null;
  busy: boolean;
  retry: () => void;
  pick: (name: string) => void;
}

/** Returns the handle that a screen works on: the one in `?handle=`, else the user's first. */
export function usePickedHandle(): PickedHandle {
  const [query, setQuery] = useSearchParams();
  const name = query.get('handle') ?? '';
  const first = useQuery(firstHandlesQuery);
  const client = useQueryClient();
  const named = useQuery({
    ...namedHandleQuery(name),
    enabled: name !== '',
    // A handle picked from the list is already loaded: the screen does not fall back to its placeholder.
    placeholderData: () => client.getQueryData(allHandlesQuery.queryKey)?.find(({ handle }) => handle === name),
  });
  const known = first.data !== undefined && (name === '' || named.data !== undefined);
  return {
    // No other handle replaces a lost one: it would be changed by mistake.
    handle: known ? ((name === '' ? first.data[0] : named.data) ?? null) : undefined,
    name,
    several: (first.data?.length ?? 0) > 1,
    error: known ? null : (first.error ?? named.error),
    busy: first.isFetching || named.isFetching,
    retry: () => void Promise.all([first.isError && first.refetch(), named.isError && named.refetch()]),
    pick: (picked) => setQuery({ handle: picked }, { replace: true }),
  };
}

/** Returns the path of a screen for one handle. The first handle is the default and needs no parameter. */
export function withHandle(path: string, name: string, isFirst: boolean): string {
  return isFirst ? path : `${path}?handle=${encodeURIComponent(name)}`;
}
