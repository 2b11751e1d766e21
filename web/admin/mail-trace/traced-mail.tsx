import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getAdminAudit } from '../../../contract/admin/admin.ts';
import { getAdminMail, mailQueryOf } from '../../../contract/admin/mail.ts';
import { pathOf } from '../../../contract/call.ts';
import { distinctItems } from '../../api/distinct-items.ts';
import { errorText } from '../../api/error-text.ts';
import { pagesOf } from '../../api/query-client.ts';
import { ErrorState } from '../../ui/message-state.tsx';
import { MoreItems } from '../../ui/more-items.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TracedRow } from './traced-row.tsx';

const FAILED = 'We could not look up this mail. Please try again.';
const PANEL = 'rounded-card border border-border bg-surface shadow-soft';

/** The messages that were found, newest first. */
export function TracedMail({ of }: { of: string }) {
  const client = useQueryClient();
  const { data, error, isFetching, refetch, ...list } = useInfiniteQuery({
    ...pagesOf(getAdminMail, { query: { limit: 30, ...mailQueryOf(of) } }),
    // The server records each lookup, so only a person may trigger one.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
  const pageCount = data?.pages.length ?? 0;
  useEffect(() => {
    if (pageCount > 0) void client.invalidateQueries({ queryKey: [pathOf(getAdminAudit)] });
  }, [client, pageCount]);

  if (error && !data)
    return <ErrorState message={errorText(error, FAILED)} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div role="status" aria-label="Looking up mail" className={`${PANEL} grid gap-3 p-5`}>
        <Skeleton className="h-4 w-56 max-w-full" />
        <Skeleton className="h-4 w-40 max-w-full" />
      </div>
    );
  }
  const deliveries = distinctItems(data) ?? [];
  if (deliveries.length === 0) {
    return (
      <div className={`${PANEL} grid justify-items-center gap-2 px-4 py-12 text-center text-soft`}>
        <p>No mail of this handle is in the delivery log of the last 90 days.</p>
        <p className="max-w-[60ch] text-sm">
          The log does not include mail that never reached this server, mail whose sender was asked to try again later
          (greylisting), or mail refused because the handle was suspended or had no inbox. The Handles tab shows its
          state.
        </p>
      </div>
    );
  }
  return (
    <div>
      <ul aria-label="Messages, newest first" className={`${PANEL} overflow-hidden`}>
        {deliveries.map((delivery) => (
          <TracedRow key={delivery.id} found={delivery} isOpenAtFirst={deliveries.length === 1} />
        ))}
      </ul>
      <MoreItems list={list} reason={errorText(error, FAILED)} />
    </div>
  );
}
