import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { CurrentUser } from '../../contract/accounts/accounts.ts';
import { calls } from '../../contract/paths.ts';
import { readKey } from '../api/query-client.ts';

const readUser = readKey(async () => (await import('../../contract/accounts/accounts.ts')).currentUser, 'null');

/** The signed-in user, or null. Any error but 401 becomes 'Failed to fetch user info'. */
export const currentUserQuery = queryOptions<CurrentUser | null>({
  queryKey: [calls.user()],
  queryFn: async (context) => {
    try {
      return await readUser(context as Parameters<typeof readUser>[0]);
    } catch (cause) {
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
