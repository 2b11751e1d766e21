import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Forwarding } from '../../../contract/forwarding/forwarding.ts';
import { errorText } from '../../api/error-text.ts';
import { ErrorState } from '../../ui/message-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AllowedLists } from './allowed-lists.tsx';
import { BlockedSenders } from './blocked-senders.tsx';
import { KeepSubjects } from './keep-subjects.tsx';
import { policyQuery } from './policy-query.ts';
import { RejectOrDiscard } from './reject-or-discard.tsx';
import { SecondInbox } from './second-inbox.tsx';

const PANEL = 'rounded-card border border-border bg-surface shadow-soft';

/** The mail rules of a handle: blocked senders, allowed lists, the switched-off behaviour, second inbox, subjects. */
export function PolicySection({ record }: { record: Forwarding }) {
  const titleId = useId();
  const { data: policy, error, isFetching, refetch } = useQuery(policyQuery(record.id));
  return (
    <section aria-labelledby={titleId} className="grid grid-cols-1 gap-4">
      <h2 id={titleId} className="text-xl font-semibold">
        Mail rules
      </h2>
      {policy ? (
        <div className={PANEL}>
          <BlockedSenders record={record} policy={policy} />
          <AllowedLists record={record} policy={policy} />
          <RejectOrDiscard record={record} policy={policy} />
          <SecondInbox record={record} policy={policy} />
          <KeepSubjects record={record} policy={policy} />
        </div>
      ) : error ? (
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

function PolicySkeleton() {
  return (
    <div role="status" aria-label="Loading rules" className={PANEL}>
      {PARTS.map((part) => (
        <div key={part} className="grid gap-3 border-b border-border p-4 last:border-0 sm:p-6">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-4 w-80 max-w-full" />
          <Skeleton className="h-11 w-full rounded-control" />
        </div>
      ))}
    </div>
  );
}
