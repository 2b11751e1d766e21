import { useQuery } from '@tanstack/react-query';
import { getAdminStats } from '../../contract/admin/admin.ts';
import { formatCount } from '../../contract/counts.ts';
import { queryOf } from '../api/query-client.ts';
import { Skeleton } from '../ui/skeleton.tsx';

const statsQuery = queryOf(getAdminStats);

const CARDS = [
  ['users', 'Total Users'],
  ['activeHandles', 'Active Handles'],
  ['activeProfiles', 'Active Profiles'],
] as const;

/** Total counts of users, handles and profiles. */
export function CountCards() {
  const { data, isError } = useQuery(statsQuery);
  return (
    <dl className="mb-6 grid grid-cols-3 gap-2 sm:gap-3">
      {CARDS.map(([key, label]) => (
        <div key={key} className="rounded-card border border-border bg-surface px-3 py-2.5 shadow-soft sm:px-4 sm:py-3">
          <dt className="text-xs text-soft sm:text-sm">{label}</dt>
          <dd className="text-lg font-bold tabular-nums sm:text-2xl">
            {data ? formatCount(data[key]) : isError ? 'Unknown' : <Skeleton className="my-1 h-6 w-16 sm:w-24" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
