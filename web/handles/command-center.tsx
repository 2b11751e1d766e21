import { useQuery } from '@tanstack/react-query';
import { Plus, Rocket } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Handle } from '../../contract/handles.ts';
import { pages } from '../../contract/paths.ts';
import { buttonStyle } from '../ui/button-style.ts';
import { Card } from '../ui/card.tsx';
import { ErrorState, MessageState } from '../ui/message-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TooltipProvider } from '../ui/tooltip.tsx';
import { HandleCard } from './handle-card.tsx';
import { handlesQuery } from './handles-query.ts';

/** `/app/manage`: each handle one card. What stands in a card about its mail comes from `forwardingBlock`. */
export function CommandCenter({ forwardingBlock }: { forwardingBlock: (handle: Handle) => ReactNode }) {
  const handles = useQuery(handlesQuery);
  return (
    <Frame count={handles.data?.length}>
      {handles.isPending && <Waiting />}
      {handles.isError && (
        <ErrorState
          message="Handle loading mission failed! The servers are being dramatic. Try again!"
          onRetry={handles.refetch}
          busy={handles.isFetching}
        />
      )}
      {handles.data?.length === 0 && <NoHandles />}
      {handles.data && handles.data.length > 0 && (
        <TooltipProvider>
          <ul className="grid grid-cols-1 gap-4 sm:gap-6">
            {handles.data.map((handle) => (
              <li key={handle.id}>
                <HandleCard handle={handle} forwarding={forwardingBlock(handle)} />
              </li>
            ))}
          </ul>
        </TooltipProvider>
      )}
    </Frame>
  );
}

/** The screen while we ask who is there. */
export function CommandCenterWaiting() {
  return (
    <Frame>
      <Waiting />
    </Frame>
  );
}

function Frame({ count, children }: { count?: number | undefined; children: ReactNode }) {
  return (
    <div className="page-width py-8 sm:py-12">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4 sm:mb-8">
        <div>
          <h1 className="text-2xl font-bold sm:text-3xl">Handle Command Center</h1>
          <p className="mt-1 min-h-6 text-soft">{countWords(count)}</p>
        </div>
        {count !== 0 && (
          <Link to={pages.create()} className={`${buttonStyle('brand')} max-sm:w-full`}>
            <Plus aria-hidden /> Add Epic Handle
          </Link>
        )}
      </div>
      {children}
    </div>
  );
}

function countWords(count: number | undefined): string {
  if (count === undefined) return '';
  if (count === 0) return 'Nothing to command yet.';
  return count === 1 ? 'One handle under your command.' : `${count} handles under your command.`;
}

function NoHandles() {
  return (
    <MessageState
      icon={<Rocket aria-hidden />}
      title="Your handle empire awaits"
      action={
        <Link to={pages.create()} className={buttonStyle('brand', 'large')}>
          Create Your First Handle
        </Link>
      }
    >
      <p>Claim a handle and get a page and an email address with your name on them.</p>
    </MessageState>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading your handles">
      <Card className="grid gap-6">
        <div className="flex items-center gap-4">
          <Skeleton className="size-12 rounded-full" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-6 w-52 max-w-full" />
            <Skeleton className="h-4 w-64 max-w-full" />
          </div>
          <Skeleton className="hidden h-11 w-36 rounded-control sm:block" />
        </div>
        <div className="grid gap-4 md:grid-cols-2">
          <Skeleton className="h-40 rounded-control" />
          <Skeleton className="h-40 rounded-control" />
        </div>
      </Card>
    </div>
  );
}
