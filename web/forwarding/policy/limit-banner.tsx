import { useQuery } from '@tanstack/react-query';
import { Gauge } from 'lucide-react';
import { formatExactTime, formatNearTime } from '../../../contract/dates.ts';
import type { Forwarding } from '../../../contract/forwarding/forwarding.ts';
import { DAY } from '../../../contract/time.ts';
import { policyQuery } from './policy-query.ts';

/** Warns if the hourly limit deferred mail within the last day. Renders nothing otherwise. */
export function LimitBanner({ record }: { record: Forwarding }) {
  const { data } = useQuery(policyQuery(record.id));
  const at = data?.limitReachedAt;
  if (!at || Date.now() - new Date(at).getTime() > DAY) return null;
  return (
    <div
      role="status"
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 rounded-card border border-warning/40 bg-warning-surface p-4 sm:p-6"
    >
      <Gauge className="mt-0.5 size-5 text-warning" aria-hidden />
      <div className="grid gap-1 text-sm">
        <h2 className="text-base font-semibold">More mail than we forward in an hour</h2>
        <p>
          Since{' '}
          <time dateTime={at} title={formatExactTime(at)}>
            {formatNearTime(at)}
          </time>
          , senders of further mail are asked to try again later, and most do. Block senders below, or turn off
          forwarding until this stops.
        </p>
      </div>
    </div>
  );
}
