import { useQuery } from '@tanstack/react-query';
import { calls } from '../../contract/paths.ts';
import { resourceQuery } from '../api/query-client.ts';

const checkQuery = resourceQuery(calls.adminCheck(), async () => (await import('../../contract/admin.ts')).adminCheck);

/** Returns whether the user is an administrator; a failed check counts as no. */
export function useAdminCheck(): 'checking' | 'admin' | 'not admin' {
  const { data, isPending } = useQuery(checkQuery);
  if (isPending) return 'checking';
  return data?.isAdmin ? 'admin' : 'not admin';
}
