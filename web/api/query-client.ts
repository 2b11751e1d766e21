import { infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query';
import { type AddressOf, type Call, type NoneRequired, pathOf } from '../../contract/call.ts';
import { type Arguments, call, type List, readAll, readPage } from './client.ts';

/** Query options for the response of a call. */
export function queryOf<C extends Call>(made: C, ...[at]: NoneRequired<AddressOf<C>>) {
  return queryOptions({
    queryKey: [pathOf(made, ...([at] as NoneRequired<AddressOf<C>>))],
    queryFn: ({ signal }) => call(made, ...([{ ...at, signal }] as unknown as NoneRequired<Arguments<C>>)),
  });
}

/** Query options for a list that is read page by page. All its pages and queries share the first part of the key. */
export function pagesOf<C extends List>(made: C, at: AddressOf<C>) {
  const first = pathOf(made, ...([at] as unknown as NoneRequired<AddressOf<C>>));
  return infiniteQueryOptions({
    queryKey: [first.split('?')[0], first],
    queryFn: ({ pageParam, signal }) => readPage(made, pageParam, signal),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next,
  });
}

/** Query options for a complete list, read page by page. */
export function listOf<C extends List>(made: C) {
  return queryOptions({ queryKey: [made.path], queryFn: ({ signal }) => readAll(made, signal) });
}

/**
 * Creates a client without retries, refetch on focus or expiry: data is refetched only after a mutation invalidates it.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        // An offline browser fails immediately with our own message instead of pausing the query.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
