import { QueryClient, type QueryFunction, queryOptions } from '@tanstack/react-query';
import { type AddressOf, type Call, type NoneRequired, pathOf, type ResponseOf } from '../../contract/call.ts';
import { call, type LoadSchema, readAll } from './client.ts';
import { ApiError } from './error.ts';

/** Returns the path of a query key, whose items are path segments: `['/api/handles']` or `['/api', 'handles']`. */
function keyPath(key: readonly unknown[]): string {
  return key.map(String).join('/');
}

/** Returns a query function that reads the path of the query key. With `on401: 'null'` it returns null if signed out. */
export function readKey<T>(load: LoadSchema<T>, on401?: 'throw'): QueryFunction<T>;
export function readKey<T>(load: LoadSchema<T>, on401: 'null'): QueryFunction<T | null>;
export function readKey<T>(load: LoadSchema<T>, on401: 'throw' | 'null' = 'throw'): QueryFunction<T | null> {
  return async ({ queryKey, signal }) => {
    try {
      return await call(keyPath(queryKey), load, { signal });
    } catch (error) {
      if (on401 === 'null' && error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  };
}

/** Query options for one resource. */
export function resourceQuery<T>(path: string, load: LoadSchema<T>) {
  return queryOptions({ queryKey: [path], queryFn: readKey(load) });
}

/** Query options for what a call returns. */
export function queryOf<C extends Call>(made: C, ...at: NoneRequired<AddressOf<C>>) {
  return queryOptions({
    queryKey: [pathOf(made, ...at)],
    queryFn: ({ signal }) => call(made, ...([{ ...at[0], signal }] as never)) as Promise<ResponseOf<C>>,
  });
}

/** Query options for a complete list, read page by page. */
export function listQuery<T>(path: string, load: LoadSchema<T[]>) {
  return queryOptions({
    queryKey: [path],
    queryFn: ({ queryKey, signal }) => readAll(`${keyPath(queryKey)}?limit=500`, load, signal),
  });
}

/** Without retries, refetch on focus or expiry: data is read again only when a mutation invalidates it. */
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
