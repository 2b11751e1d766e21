import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Download, SearchX, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { pathOf } from '../../contract/call.ts';
import { formatCount } from '../../contract/counts.ts';
import { formatDay } from '../../contract/dates.ts';
import type { Handle } from '../../contract/handles/handles.ts';
import type { Subscriber } from '../../contract/page-forms/subscribers.ts';
import { getSubscribersFile } from '../../contract/page-forms/subscribers.ts';
import { distinctItems } from '../api/distinct-items.ts';
import { errorText } from '../api/error-text.ts';
import { classNames } from '../ui/class-names.ts';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import { buttonStyle } from '../ui/form/button-style.ts';
import { SearchField } from '../ui/form/search-field.tsx';
import { useSearch } from '../ui/form/use-search.ts';
import { MoreItems } from '../ui/more-items.tsx';
import { Empty, Loading, Panel, Section } from '../ui/section.tsx';
import { Strong } from '../ui/strong.tsx';
import { useFocusAfterRemoval } from '../ui/use-focus-after-removal.ts';
import { subscribersQuery, useRemoveSubscriber } from './audience-query.ts';

const FAILED = 'We could not load the email list. Please try again.';

/** The subscribers of a handle, with what each one agreed to and when. */
export function SubscriberList({ handle: { id, handle }, total }: { handle: Handle; total: number }) {
  const { typed, setTyped, search } = useSearch();
  const [removing, setRemoving] = useState<Subscriber | null>(null);
  const { data, error, isFetching, isPlaceholderData, refetch, ...list } = useInfiniteQuery({
    ...subscribersQuery(id, search),
    placeholderData: keepPreviousData,
  });
  const remove = useRemoveSubscriber(id);
  const people = distinctItems(data);
  const title = useFocusAfterRemoval<HTMLHeadingElement>(people?.length ?? 0);
  return (
    <Section
      titleRef={title}
      title={total === 1 ? '1 subscriber' : `${formatCount(total)} subscribers`}
      about="Write to them with your own mail program or newsletter service. Each row of the export has that person’s unsubscribe address: put it into every email."
      action={
        <a href={pathOf(getSubscribersFile, { id })} download className={`${buttonStyle('secondary')} max-sm:w-full`}>
          <Download aria-hidden /> Download CSV
        </a>
      }
    >
      <search>
        <SearchField
          label="Find a subscriber by address"
          placeholder="Find an address"
          value={typed}
          onChange={setTyped}
        />
      </search>
      {!people && (
        <Loading
          label="Loading subscribers"
          failed={error !== null && errorText(error, FAILED)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {people?.length === 0 && (
        <Panel>
          <div role="status">
            <Empty icon={<SearchX aria-hidden />} title="Nobody found">
              <p>No subscriber of this page has an address like this.</p>
            </Empty>
          </div>
        </Panel>
      )}
      {people && people.length > 0 && (
        <div>
          <ul
            aria-label="Subscribers"
            aria-busy={isPlaceholderData}
            className={classNames(
              'divide-y divide-border rounded-card border border-border bg-surface shadow-soft',
              isPlaceholderData && 'opacity-60',
            )}
          >
            {people.map((one) => (
              <li key={one.id} className="flex items-start gap-4 px-4 py-3 sm:px-6">
                <div className="min-w-0 flex-1">
                  <p className="font-medium wrap-anywhere">{one.email}</p>
                  <p className="mt-0.5 text-sm text-soft">
                    Agreed on <time dateTime={one.confirmedAt}>{formatDay(one.confirmedAt)}</time>
                  </p>
                  <p dir="auto" className="mt-1 text-sm text-pretty wrap-anywhere text-soft">
                    “{one.wording}”
                  </p>
                </div>
                <Button
                  variant="ghost"
                  aria-label={`Remove ${one.email}`}
                  onClick={() => setRemoving(one)}
                  className="-me-2 shrink-0"
                >
                  <Trash2 aria-hidden />
                </Button>
              </li>
            ))}
          </ul>
          <MoreItems list={list} reason={errorText(error, FAILED)} />
        </div>
      )}
      <ConfirmDialog
        open={removing !== null}
        title="Remove this subscriber?"
        description={
          <p>
            <Strong>{removing?.email}</Strong> is deleted from the email list of {handle}, with the proof that they
            agreed. They get no email about this and can join again.
          </p>
        }
        confirmLabel="Remove"
        cancelLabel="Keep"
        onClose={() => setRemoving(null)}
        onConfirm={() => {
          if (removing) remove.mutate(removing);
          setRemoving(null);
        }}
      />
    </Section>
  );
}
