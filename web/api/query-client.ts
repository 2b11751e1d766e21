import { QueryClient, type QueryFunction, queryOptions } from '@tanstack/react-query';
import { call, type LoadSchema, readAll } from './client.ts';
import { ApiError } from './error.ts';

/** Keys are the segments of the path: `['/api/handles']` or `['/api', 'handles']`. */
export function pathOf(key: readonly unknown[]): string {
  return key.map(String).join('/');
}

/** Reads the path that the key spells. `on401: 'null'` answers null to somebody who is signed out instead of failing. */
export function readKey<T>(load: LoadSchema<T>, on401?: 'throw'): QueryFunction<T>;
export function readKey<T>(load: LoadSchema<T>, on401: 'null'): QueryFunction<T | null>;
export function readKey<T>(load: LoadSchema<T>, on401: 'throw' | 'null' = 'throw'): QueryFunction<T | null> {
  return async ({ queryKey, signal }) => {
    try {
      return await call(pathOf(queryKey), load, { signal });
    } catch (error) {
      if (on401 === 'null' && error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  };
}

/** Options to read one thing. */
export function reading<T>(path: string, load: LoadSchema<T>) {
  return queryOptions({ queryKey: [path], queryFn: readKey(load) });
}

/** Options to read a whole list, page by page. */
export function readingList<T>(path: string, load: LoadSchema<T[]>) {
  return queryOptions({
    queryKey: [path],
    queryFn: ({ queryKey, signal }) => readAll(`${pathOf(queryKey)}?limit=500`, load, signal),
  });
}

/** No retries, no refetch on focus, nothing goes stale: data changes when a change of ours invalidates it. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        // An offline browser fails at once in our words instead of hanging.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
