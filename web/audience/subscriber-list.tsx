import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Download, Search, SearchX, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Handle } from '../../contract/handles/handles.ts';
import { audienceCalls } from '../../contract/page-forms/paths.ts';
import type { Subscriber } from '../../contract/page-forms/subscribers.ts';
import { errorText } from '../api/error-text.ts';
import { classNames } from '../ui/class-names.ts';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import { buttonStyle } from '../ui/form/button-style.ts';
import { Input } from '../ui/form/input.tsx';
import { Empty, Loading, Panel, Section } from '../ui/section.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { Strong } from '../ui/strong.tsx';
import { formatDate } from '../ui/time/format-date.ts';
import { RelativeTime } from '../ui/time/relative-time.tsx';
import { useFocusAfterRemoval } from '../ui/use-focus-after-removal.ts';
import { subscribersQuery, useRemoveSubscriber } from './audience-query.ts';

const SEARCH_DEBOUNCE_MS = 300;
const FAILED = 'We could not load the email list. Please try again.';

/** The subscribers of a handle, with what each one agreed to and when. */
export function SubscriberList({ handle: { id, handle }, total }: { handle: Handle; total: number }) {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [removing, setRemoving] = useState<Subscriber | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, error, isFetching, isPlaceholderData, refetch, ...list } = useInfiniteQuery({
    ...subscribersQuery(id, search),
    placeholderData: keepPreviousData,
  });
  const remove = useRemoveSubscriber(id);
  // New subscribers shift the pages, so the same one may be on two of them.
  const people = data && [...new Map(data.pages.flatMap(({ items }) => items).map((one) => [one.id, one])).values()];
  const title = useFocusAfterRemoval<HTMLHeadingElement>(people?.length ?? 0);
  return (
    <Section
      titleRef={title}
      title={total === 1 ? '1 subscriber' : `${total.toLocaleString('en')} subscribers`}
      about="You write to them with a mail program or a newsletter service of your own. Each row of the export has the address with which that person unsubscribes: put it into every email."
      action={
        <a href={audienceCalls.subscribersExport(id)} download className={`${buttonStyle('secondary')} max-sm:w-full`}>
          <Download aria-hidden /> Download CSV
        </a>
      }
    >
      <search className="relative block">
        <Search
          className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-soft"
          aria-hidden
        />
        <Input
          type="search"
          aria-label="Find a subscriber by address"
          placeholder="Find an address"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          maxLength={200}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          className="pl-10.5"
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
              <p>No subscriber of this page has an address like that.</p>
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
                    Agreed <RelativeTime at={one.confirmedAt} />, on {formatDate(one.confirmedAt)}
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
          {list.hasNextPage && (
            <ShowMore
              busy={list.isFetchingNextPage}
              failed={list.isFetchNextPageError && errorText(error, FAILED)}
              onMore={() => void list.fetchNextPage()}
            />
          )}
        </div>
      )}
      <ConfirmDialog
        open={removing !== null}
        title="Remove this subscriber?"
        description={
          <p>
            <Strong>{removing?.email}</Strong> is deleted from the email list of {handle}, with the proof that they
            agreed. They get no email about it, and can join again.
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
