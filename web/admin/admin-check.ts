import { type QueryClient, useQuery } from '@tanstack/react-query';
import { getAdminCheck } from '../../contract/admin/admin.ts';
import { queryOf } from '../api/query-client.ts';

/** The query of `GET /api/admin/check`. */
export const checkQuery = queryOf(getAdminCheck);

/**
 * Returns whether the user is an administrator; a failed check counts as no. `enrol`: they must first add a passkey.
 * `confirm`: they must first confirm this session with their passkey.
 */
export function useAdminCheck(): 'checking' | 'admin' | 'not admin' | 'enrol' | 'confirm' {
  const { data, isPending } = useQuery(checkQuery);
  if (isPending) return 'checking';
  if (!data?.isAdmin) return 'not admin';
  return data.passkey ?? 'admin';
}

/** Repeats the check after a passkey has been added or used. */
export function refreshAdminCheck(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: checkQuery.queryKey });
}
