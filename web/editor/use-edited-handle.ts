import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Handle } from '../../contract/handles/handles.ts';
import { allHandlesQuery, firstHandlesQuery, handlesKey, namedHandleQuery } from '../own-handles/own-handles.ts';

/** Names the handle of a screen: by name, by id, or the first one. */
export type HandleReference = { name: string } | { id: number } | 'first';

export interface EditedHandle {
  /** Undefined while loading or after an error; null if the account has no such handle. */
  handle: Handle | null | undefined;
  /** Whether the account has more than one handle. */
  several: boolean;
  isFirst: boolean;
  error: Error | null;
  busy: boolean;
  retry: () => void;
}

/** Reads the handle of a screen. A handle that another tab of the editor has loaded is available immediately. */
export function useEditedHandle(reference: HandleReference): EditedHandle {
  const client = useQueryClient();
  const name = typeof reference === 'object' && 'name' in reference ? reference.name : null;
  const id = typeof reference === 'object' && 'id' in reference ? reference.id : null;
  const first = useQuery(firstHandlesQuery);
  const named = useQuery({
    ...namedHandleQuery(name ?? ''),
    enabled: name !== null && name !== '',
    placeholderData: () => cachedHandle(client, ({ handle }) => handle === name),
  });
  const all = useQuery({ ...allHandlesQuery, enabled: id !== null });

  const wanted = { first, named, all }[name !== null ? 'named' : id !== null ? 'all' : 'first'];
  const found = (): Handle | null | undefined => {
    if (name !== null) return name === '' ? null : named.data;
    if (id === null) return first.data && (first.data[0] ?? null);
    return all.data
      ? (all.data.find((handle) => handle.id === id) ?? null)
      : cachedHandle(client, (cached) => cached.id === id);
  };
  const handle = found();
  return {
    handle,
    several: (first.data?.length ?? 0) > 1,
    isFirst: handle !== undefined && handle !== null && first.data?.[0]?.id === handle.id,
    error: handle === undefined ? wanted.error : null,
    busy: wanted.isFetching,
    retry: () => void wanted.refetch(),
  };
}

/** Returns a handle from any list that is loaded already. */
function cachedHandle(client: QueryClient, matches: (handle: Handle) => boolean): Handle | undefined {
  for (const [, data] of client.getQueriesData<unknown>({ queryKey: handlesKey })) {
    const pages = data && typeof data === 'object' && 'pages' in data ? (data.pages as { items: Handle[] }[]) : [];
    const items = Array.isArray(data) ? (data as Handle[]) : [data as Handle, ...pages.flatMap(({ items }) => items)];
    const found = items.find((item) => item && typeof item === 'object' && 'handle' in item && matches(item));
    if (found) return found;
  }
  return undefined;
}
