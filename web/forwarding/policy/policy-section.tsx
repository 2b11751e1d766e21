import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Forwarding } from '../../../contract/forwarding/forwarding.ts';
import { errorText } from '../../api/error-text.ts';
import { ErrorState } from '../../ui/message-state.tsx';
import { partOnDemand } from '../../ui/on-demand.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { policyQuery } from './policy-query.ts';

const PANEL = 'rounded-card border border-border bg-surface shadow-soft';

const PolicyRules = partOnDemand(async () => (await import('./policy-rules.tsx')).PolicyRules, <PolicySkeleton />);

/** The mail rules of a handle. */
export function PolicySection({ record }: { record: Forwarding }) {
  const titleId = useId();
  const { data: policy, error, isFetching, refetch } = useQuery(policyQuery(record.id));
  return (
    <section aria-labelledby={titleId} className="grid grid-cols-1 gap-4">
      <h2 id={titleId} className="text-xl font-semibold">
        Mail rules
      </h2>
      {policy ? (
        <PolicyRules record={record} policy={policy} />
      ) : error && !policy ? (
        <ErrorState
          message={errorText(error, 'We could not load the rules of this handle. Please try again.')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <PolicySkeleton />
      )}
    </section>
  );
}

const PARTS = [0, 1, 2, 3, 4];

/** As high as five rules without entries, so that nothing below moves when the rules arrive. */
function PolicySkeleton() {
  return (
    <div role="status" aria-label="Loading rules" className={PANEL}>
      {PARTS.map((part) => (
        <div
          key={part}
          className="grid min-h-62.5 content-start gap-3 border-b border-border p-4 last:border-0 sm:min-h-56 sm:p-6"
        >
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-4 w-80 max-w-full" />
          <Skeleton className="h-11 w-full rounded-control" />
        </div>
      ))}
    </div>
  );
}
