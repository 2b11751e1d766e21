import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { MailSearch, SearchX } from 'lucide-react';
import type { Forwarding } from '../../../contract/forwarding/forwarding.ts';
import { distinctItems } from '../../api/distinct-items.ts';
import { errorText } from '../../api/error-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/form/button.tsx';
import { ErrorState } from '../../ui/message-state.tsx';
import { MoreItems } from '../../ui/more-items.tsx';
import { partOnDemand } from '../../ui/on-demand.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type DeliveryFilter, deliveriesQuery } from '../shared/delivery/delivery-query.ts';

const FAILED = 'We could not load the messages of this handle. Please try again.';
const PANEL = 'rounded-card border border-border bg-surface shadow-soft';

const DeliveryRows = partOnDemand(
  async () => (await import('./delivery-rows.tsx')).DeliveryRows,
  <DeliveryListSkeleton />,
);

interface DeliveryListProps {
  record: Forwarding;
  address: string;
  filter: DeliveryFilter;
  onClear: () => void;
}

/** The messages of a handle, newest first. */
export function DeliveryList({ record, address, filter, onClear }: DeliveryListProps) {
  const { data, error, isFetching, isPlaceholderData, refetch, ...list } = useInfiniteQuery({
    ...deliveriesQuery(record.id, filter),
    placeholderData: keepPreviousData,
  });
  if (error && !data) {
    return <ErrorState message={errorText(error, FAILED)} busy={isFetching} onRetry={() => void refetch()} />;
  }
  if (!data) return <DeliveryListSkeleton />;
  const deliveries = distinctItems(data) ?? [];
  if (deliveries.length === 0) {
    return filter.search || filter.state || filter.direction ? (
      <NothingFound onClear={onClear} />
    ) : (
      <NothingYet address={address} />
    );
  }
  return (
    <div>
      <DeliveryRows record={record} deliveries={deliveries} busy={isPlaceholderData} />
      <MoreItems list={list} reason={errorText(error, FAILED)} />
    </div>
  );
}

function DeliveryListSkeleton() {
  return (
    <div role="status" aria-label="Loading messages" className={PANEL}>
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex gap-3 border-b border-border px-4 py-3 last:border-0 sm:px-6">
          <Skeleton className="size-9 shrink-0 rounded-full!" />
          <div className="grid flex-1 gap-2 py-1">
            <Skeleton className="h-4 w-56 max-w-full" />
            <Skeleton className="h-4 w-24" />
          </div>
        </div>
      ))}
    </div>
  );
}

function NothingYet({ address }: { address: string }) {
  return (
    <div className={classNames(PANEL, 'grid justify-items-center gap-2 px-6 py-10 text-center')}>
      <MailSearch className="size-8 text-soft" aria-hidden />
      <h3 className="mt-1 font-semibold">No mail yet</h3>
      <p className="max-w-[44ch] text-balance text-soft">
        When someone writes to <span className="wrap-anywhere">{address}</span>, you see here where the mail went: what
        we checked, how your inbox replied, and when. Send a test mail to try it.
      </p>
    </div>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <div role="status" className={classNames(PANEL, 'grid justify-items-center gap-3 px-6 py-10 text-center')}>
      <SearchX className="size-8 text-soft" aria-hidden />
      <p className="text-soft">No mail of the last 90 days matches.</p>
      <Button variant="secondary" onClick={onClear}>
        Show all mail
      </Button>
    </div>
  );
}
