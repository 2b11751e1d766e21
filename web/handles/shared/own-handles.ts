import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Handle } from '../../../contract/handles.ts';
import { calls } from '../../../contract/paths.ts';
import { type ListPage, readAll, readPage } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';

/** Whatever was read of the person's handles stands under this key: invalidated, all of it is read afresh. */
export const handlesKey = [calls.handles()] as const;

const loadList = async () => (await import('../../../contract/handles.ts')).handleList;
const PAGE = 20;

/** The person's first handles, at most two: enough to know the first, and whether there are several. */
export const firstHandlesQuery = queryOptions({
  queryKey: [...handlesKey, 'first'],
  queryFn: ({ signal }) => inWords(readPage(`${calls.handles()}?limit=2`, loadList, signal).then(({ items }) => items)),
});

/** The person's handle of this name; null where there is none or it is somebody else's. */
export function namedHandleQuery(name: string) {
  return queryOptions({
    queryKey: [...handlesKey, 'named', name],
    queryFn: async ({ signal }): Promise<Handle | null> => {
      const path = `${calls.handles()}?handle=${encodeURIComponent(name)}`;
      const { items } = await inWords(readPage(path, loadList, signal));
      return items.find(({ handle }) => handle === name) ?? null;
    },
  });
}

/** All handles of the person, oldest first: only for screens that show or search every one of them. */
export const allHandlesQuery = queryOptions({
  queryKey: [...handlesKey, 'all'],
  queryFn: ({ signal }) => inWords(readAll(`${calls.handles()}?limit=500`, loadList, signal)),
});

/** The person's handles, oldest first, a page at a time. */
export const handlePagesQuery = infiniteQueryOptions({
  queryKey: [...handlesKey, 'pages'],
  queryFn: ({ pageParam, signal }) => inWords(readPage(pageParam, loadList, signal)),
  initialPageParam: `${calls.handles()}?limit=${PAGE}`,
  getNextPageParam: ({ next }) => next,
});

async function inWords<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    // Who is no longer signed in is told so by the app.
    if (cause instanceof ApiError && cause.status === 401) throw cause;
    throw new Error('Failed to fetch handles', { cause });
  }
}

type Kept = Handle[] | Handle | null | InfiniteData<ListPage<Handle>>;

/** Puts a changed handle in the place of the old one, wherever one is kept. */
export function replaceHandle(client: QueryClient, changed: Handle): void {
  const swap = (one: Handle) => (one.id === changed.id ? changed : one);
  client.setQueriesData<Kept>({ queryKey: handlesKey }, (kept) => {
    if (!kept) return kept;
    if (Array.isArray(kept)) return kept.map(swap);
    if (!('pages' in kept)) return swap(kept);
    return { ...kept, pages: kept.pages.map(({ items, next }) => ({ items: items.map(swap), next })) };
  });
}
