import type { ReactNode } from 'react';
import { formatCount } from '../../../contract/counts.ts';

/** Named facts about a report; empty ones are left out. */
export function Facts({ facts }: { facts: [name: string, value: ReactNode][] }) {
  const known = facts.filter(([, value]) => value !== null && value !== '' && value !== undefined);
  return (
    <dl className="grid gap-x-6 gap-y-2 rounded-card border border-border bg-surface px-4 py-3 text-sm sm:grid-cols-2">
      {known.map(([name, value]) => (
        <div key={name} className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3">
          <dt className="text-soft">{name}</dt>
          <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A note about rows that are not stored. */
export function Omitted({ count, what }: { count: number; what: string }) {
  if (count === 0) return null;
  return (
    <p className="text-sm text-soft">
      {formatCount(count)} more {what} are included only in the totals.
    </p>
  );
}
