import { useQuery } from '@tanstack/react-query';
import { calls } from '../../contract/paths.ts';
import { reading } from '../lib/query-client.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { formatCount } from './format.ts';

export const statsQuery = reading(calls.adminStats(), async () => (await import('../../contract/admin.ts')).adminStats);

const CARDS = [
  ['users', 'Total Users'],
  ['activeHandles', 'Active Handles'],
  ['activeProfiles', 'Active Profiles'],
] as const;

/** How many there are of everything. */
export function CountCards() {
  const { data, isError } = useQuery(statsQuery);
  return (
    <dl className="mb-6 grid gap-3 sm:grid-cols-3">
      {CARDS.map(([key, label]) => (
        <div key={key} className="rounded-card border border-border bg-surface px-4 py-3 shadow-soft">
          <dt className="text-sm text-soft">{label}</dt>
          <dd className="text-2xl font-bold tabular-nums">
            {data ? formatCount(data[key]) : isError ? 'Unknown' : <Skeleton className="my-1 h-6 w-24" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
