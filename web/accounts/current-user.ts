import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { CurrentUser } from '../../contract/accounts/accounts.ts';
import { getUser } from '../../contract/accounts/accounts.ts';
import { pathOf } from '../../contract/call.ts';
import { call } from '../api/client.ts';
import { ApiError } from '../api/error.ts';

/** The signed-in user, or null. Any error but 401 becomes 'Failed to fetch user info'. */
export const currentUserQuery = queryOptions<CurrentUser | null>({
  queryKey: [pathOf(getUser)],
  queryFn: async ({ signal }) => {
    try {
      return await call(getUser, { signal });
    } catch (cause) {
      if (cause instanceof ApiError && cause.status === 401) return null;
      throw new Error('Failed to fetch user info', { cause });
    }
  },
});

export function useCurrentUser() {
  return useQuery(currentUserQuery);
}

/** Records the sign-out in the cache, so that no screen requests the user again. */
export function markSignedOut(client: QueryClient): void {
  client.setQueryData(currentUserQuery.queryKey, null);
}
