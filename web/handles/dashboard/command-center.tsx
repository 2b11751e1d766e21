import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus, Rocket, ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { Handle } from '../../../contract/handles/handles.ts';
import { pages as paths } from '../../../contract/paths.ts';
import { HandleSearch } from '../../own-handles/handle-search.tsx';
import { FIRST_HANDLES_PAGE, handlePagesQuery } from '../../own-handles/own-handles.ts';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { ErrorState, MessageState } from '../../ui/message-state.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { TooltipProvider } from '../../ui/tooltip/tooltip.tsx';
import { FirstRun, type FirstRunAccount, firstRunHandle } from './first-run.tsx';
import { useHandleFigures } from './handle-figures.ts';
import { HandleList, HandleListSkeleton } from './handle-list.tsx';
import { HandleSearchResults } from './handle-search-results.tsx';

/** Minimum number of handles at which the search field is shown. */
const MIN_HANDLES_FOR_SEARCH = 6;

interface CommandCenterProps {
  /** The forwarding and renewal blocks of a handle's card. */
  forwardingBlock: (handle: Handle) => ReactNode;
  renewalBlock: (handle: Handle) => ReactNode;
  firstRun: FirstRunAccount;
  /** Shown above the handles. */
  notice?: ReactNode;
  /** Shows the link to the admin area. */
  isAdmin?: boolean;
}

/** `/app/manage`: one row for each handle, which opens into its card. */
export function CommandCenter({
  forwardingBlock,
  renewalBlock,
  firstRun,
  notice,
  isAdmin = false,
}: CommandCenterProps) {
  const list = useInfiniteQuery(handlePagesQuery);
  const [search, setSearch] = useState('');
  const handles = list.data?.pages.flatMap(({ items }) => items);
  const figuresOf = useHandleFigures((list.data?.pageParams as string[] | undefined) ?? [FIRST_HANDLES_PAGE]);
  const newHandle = firstRunHandle(firstRun, handles);
  const rows = { firstId: handles?.[0]?.id, guidedId: newHandle?.id, forwardingBlock, renewalBlock };
  return (
    <Frame status={countText(handles?.length, list.hasNextPage)} isAdmin={isAdmin}>
      {notice}
      {list.isPending && <LoadingRows />}
      {list.isLoadingError && (
        <ErrorState
          message="Handle loading mission failed! The servers are being dramatic. Try again!"
          onRetry={list.refetch}
          busy={list.isFetching}
        />
      )}
      {handles?.length === 0 && <NoHandles />}
      {handles && handles.length > 0 && (
        <TooltipProvider>
          {newHandle && <FirstRun account={firstRun} handle={newHandle} figuresOf={figuresOf} />}
          {(list.hasNextPage || handles.length >= MIN_HANDLES_FOR_SEARCH) && (
            <HandleSearch typed={search} onType={setSearch} />
          )}
          {search.trim() === '' ? (
            <>
              <HandleList {...rows} handles={handles} figuresOf={figuresOf} more={list.hasNextPage} />
              {list.hasNextPage && (
                <ShowMore
                  busy={list.isFetchingNextPage}
                  failed={
                    list.isFetchNextPageError &&
                    'Handle loading mission failed! The servers are being dramatic. Try again!'
                  }
                  onMore={() => void list.fetchNextPage()}
                />
              )}
            </>
          ) : (
            <HandleSearchResults search={search} {...rows} />
          )}
        </TooltipProvider>
      )}
    </Frame>
  );
}

/** The screen while the current user is loading. */
export function CommandCenterSkeleton() {
  return (
    <Frame status="">
      <LoadingRows />
    </Frame>
  );
}

interface FrameProps {
  status: string;
  isAdmin?: boolean;
  children: ReactNode;
}

function Frame({ status, isAdmin = false, children }: FrameProps) {
  return (
    <div className="page-width py-8 sm:py-12">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4 sm:mb-8">
        <div>
          <h1 className="text-2xl font-bold sm:text-3xl">Handle Command Center</h1>
          <p role="status" className="mt-1 min-h-6 text-soft">
            {status}
          </p>
        </div>
        <div className="flex flex-wrap gap-3 max-sm:w-full">
          {isAdmin && (
            <Link to={paths.admin()} className={`${buttonStyle('secondary')} max-sm:w-full`}>
              <ShieldCheck aria-hidden /> Admin Panel
            </Link>
          )}
          <Link to={paths.create()} className={`${buttonStyle('secondary')} max-sm:w-full`}>
            <Plus aria-hidden /> Add Epic Handle
          </Link>
        </div>
      </div>
      {children}
    </div>
  );
}

function countText(count: number | undefined, more: boolean): string {
  if (count === undefined) return '';
  if (count === 0) return 'No handle yet.';
  if (more) return `Your first ${count} handles, with more to come.`;
  return count === 1 ? 'One handle.' : `${count} handles.`;
}

function NoHandles() {
  return (
    <MessageState
      icon={<Rocket aria-hidden />}
      title="Your handle empire awaits"
      action={
        <Link to={paths.create()} className={buttonStyle('brand', 'large')}>
          Create Your First Handle
        </Link>
      }
    >
      <p>Claim a handle and get a page and an email address with your name on them.</p>
    </MessageState>
  );
}

function LoadingRows() {
  return (
    <div role="status" aria-label="Loading your handles">
      <HandleListSkeleton />
    </div>
  );
}
