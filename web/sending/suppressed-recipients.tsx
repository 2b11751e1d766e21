import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { errorText } from '../api/error-text.ts';
import { Button } from '../ui/form/button.tsx';
import { Part } from '../ui/section.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { RelativeTime } from '../ui/time/relative-time.tsx';
import { suppressionsQuery, useRemoveSuppression } from './sending-query.ts';

/** Longer lists are collapsed to this many rows. */
const COLLAPSED_COUNT = 5;

/** Addresses to which nothing more is sent, because their mailboxes do not exist. */
export function SuppressedRecipients({ handleId }: { handleId: number }) {
  const { data: list, error, isFetching, refetch } = useQuery(suppressionsQuery(handleId));
  const [isExpanded, setExpanded] = useState(false);
  const section = useRef<HTMLDivElement>(null);
  const remove = useRemoveSuppression(handleId, () => section.current?.focus({ preventScroll: true }));
  const shown = isExpanded ? list : list?.slice(0, COLLAPSED_COUNT);
  return (
    <div ref={section} tabIndex={-1} className="outline-none">
      <Part
        title="Addresses that do not exist"
        about="If the server of a recipient reports that a mailbox does not exist, we stop sending there, because repeated attempts look like spam. Remove an address if it works again."
      >
        {error && !list && (
          <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-danger">
            {errorText(error, 'The list could not be loaded.')}
            <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
              Try Again
            </Button>
          </div>
        )}
        {!error && !list && (
          <div role="status" aria-label="Loading addresses">
            <Skeleton className="h-5 w-64 max-w-full" />
          </div>
        )}
        {list?.length === 0 && <p className="text-sm">There are no such addresses.</p>}
        {shown && shown.length > 0 && (
          <ul
            aria-label="Addresses that do not exist"
            className="divide-y divide-border rounded-control border border-border"
          >
            {shown.map((suppression) => (
              <li key={suppression.address} className="flex items-center gap-2 py-1 pl-3.5 text-sm">
                <span className="min-w-0 flex-1 py-1.5">
                  <span className="block font-medium wrap-anywhere">{suppression.address}</span>
                  <span className="text-xs text-soft">
                    <RelativeTime at={suppression.createdAt} />, {suppression.enhanced}
                  </span>
                </span>
                <button
                  type="button"
                  aria-label={`Remove ${suppression.address}`}
                  onClick={() => remove.mutate(suppression)}
                  className="grid size-11 shrink-0 place-items-center rounded-control text-soft transition-colors hover:bg-hover hover:text-text"
                >
                  <X className="size-4" aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        )}
        {list && shown && list.length > shown.length && (
          <Button variant="ghost" className="justify-self-start" onClick={() => setExpanded(true)}>
            Show all {list.length}
          </Button>
        )}
      </Part>
    </div>
  );
}
