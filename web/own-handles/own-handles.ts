import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { pathOf } from '../../contract/call.ts';
import type { Handle } from '../../contract/handles/handles.ts';
import { getHandles } from '../../contract/handles/handles.ts';
import { type ListPage, readAll, readPage } from '../api/client.ts';
import { ApiError } from '../api/error.ts';

/** The prefix of all query keys for the user's handles; invalidating it refetches them all. */
export const handlesKey = [pathOf(getHandles)] as const;

const PAGE_SIZE = 20;

/** The user's first two handles: enough for the default handle and to know whether there are several. */
export const firstHandlesQuery = queryOptions({
  queryKey: [...handlesKey, 'first'],
  queryFn: ({ signal }) =>
    withMessage(readPage(getHandles, pathOf(getHandles, { query: { limit: 2 } }), signal).then(({ items }) => items)),
});

/** The user's handle with this name; null if the handle does not exist or belongs to another user. */
export function namedHandleQuery(name: string) {
  return queryOptions({
    queryKey: [...handlesKey, 'named', name],
    queryFn: async ({ signal }): Promise<Handle | null> => {
      const path = pathOf(getHandles, { query: { handle: name } });
      const { items } = await withMessage(readPage(getHandles, path, signal));
      return items.find(({ handle }) => handle === name) ?? null;
    },
  });
}

/** The first page of `allHandlesQuery`. */
export const ALL_HANDLES_PAGE = pathOf(getHandles, { query: { limit: 500 } });

/** All handles of the user, oldest first; only for screens that list or search all of them. */
export const allHandlesQuery = queryOptions({
  queryKey: [...handlesKey, 'all'],
  queryFn: ({ signal }) => withMessage(readAll(getHandles, signal)),
});

/** The first page of `handlePagesQuery`. */
export const FIRST_HANDLES_PAGE = pathOf(getHandles, { query: { limit: PAGE_SIZE } });

/** The user's handles, oldest first, page by page. */
export const handlePagesQuery = infiniteQueryOptions({
  queryKey: [...handlesKey, 'pages'],
  queryFn: ({ pageParam, signal }) => withMessage(readPage(getHandles, pageParam, signal)),
  initialPageParam: FIRST_HANDLES_PAGE,
  getNextPageParam: ({ next }) => next,
});

async function withMessage<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (cause) {
    // The app handles an expired session itself.
    if (cause instanceof ApiError && cause.status === 401) throw cause;
    throw new Error('Failed to fetch handles', { cause });
  }
}

type CachedHandles = Handle[] | Handle | null | InfiniteData<ListPage<Handle>>;

/** Replaces a changed handle in all cached queries. */
export function replaceHandle(client: QueryClient, changed: Handle): void {
  const swap = (handle: Handle) => (handle.id === changed.id ? changed : handle);
  client.setQueriesData<CachedHandles>({ queryKey: handlesKey }, (cached) => {
    if (!cached) return cached;
    if (Array.isArray(cached)) return cached.map(swap);
    if (!('pages' in cached)) return swap(cached);
    return { ...cached, pages: cached.pages.map(({ items, next }) => ({ items: items.map(swap), next })) };
  });
}
