import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, MailPlus, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Handle } from '../../contract/handles/handles.ts';
import { pages } from '../../contract/paths.ts';
import { allHandlesQuery } from '../handles/shared/own-handles.ts';
import { Card } from '../ui/card.tsx';
import { askToLeave, hasUnsavedChanges } from '../ui/dialog/unsaved-changes-guard.ts';
import { buttonStyle } from '../ui/form/button-style.ts';
import { ErrorState, MessageState } from '../ui/message-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TooltipProvider } from '../ui/tooltip.tsx';
import { forwardingQuery } from './forwarding-query.ts';
import { ForwardingRows } from './forwarding-rows.tsx';
import type { MailTab } from './mail-tab.ts';

interface ManageEmailProps {
  handleId: number | null;
  /** Tabs on the screen of one handle. */
  tabs: readonly MailTab[];
}

/** `/app/manage-email`: the forwarding of all handles, or of the one with `handleId`. */
export function ManageEmail({ handleId, tabs }: ManageEmailProps) {
  const handles = useQuery(allHandlesQuery);
  const records = useQuery(forwardingQuery);
  if (handles.isPending || records.isPending) return <ManageEmailLoading />;
  // A failed refetch keeps the loaded lists on the screen; only a failed first load shows an error.
  if (handles.isLoadingError || records.isLoadingError) {
    return (
      <Frame>
        <ErrorState
          message="Email system hiccup! The digital mailmen are on strike. Try again!"
          busy={handles.isFetching || records.isFetching}
          onRetry={() => void Promise.all([handles.isError && handles.refetch(), records.isError && records.refetch()])}
        />
      </Frame>
    );
  }
  const shown = handleId === null ? handles.data : handles.data.filter(({ id }) => id === handleId);
  const single = handleId === null ? undefined : shown[0];
  return (
    <Frame single={single} all={handleId === null}>
      {shown.length === 0 && (handleId === null ? <NoHandles /> : <UnknownHandle />)}
      {shown.length > 0 && (
        <TooltipProvider>
          <ForwardingRows handles={shown} records={records.data} isSingle={single !== undefined} tabs={tabs} />
        </TooltipProvider>
      )}
    </Frame>
  );
}

/** The loading state of the screen. */
export function ManageEmailLoading() {
  return (
    <Frame>
      <Card role="status" aria-label="Loading your email forwarding" className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <Skeleton className="h-6 w-64 max-w-full" />
          <Skeleton className="h-6 w-28 rounded-full" />
        </div>
        <Skeleton className="h-12 w-full rounded-control" />
        <Skeleton className="h-11 w-48 max-w-full rounded-control" />
      </Card>
    </Frame>
  );
}

function Frame({ single, all = true, children }: { single?: Handle | undefined; all?: boolean; children: ReactNode }) {
  const navigate = useNavigate();
  const target = all ? pages.manage() : pages.manageEmail();
  return (
    <div className="mx-auto w-full max-w-[50rem] px-4 pt-4 pb-16 sm:pt-8">
      <Link
        to={target}
        onClick={(event) => {
          // The list of all handles has the same path, so that the router would leave unsaved changes without asking.
          if (all || !hasUnsavedChanges() || event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          askToLeave(() => void navigate(target));
        }}
        className="-ml-2 inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-sm font-medium text-soft hover:text-text"
      >
        <ArrowLeft className="size-4" aria-hidden /> {all ? 'Back to Dashboard' : 'All handles'}
      </Link>
      <h1 className="mt-2 text-2xl font-bold break-words sm:text-3xl">
        Email Magic{single && <span className="text-soft"> for {single.handle}</span>}
      </h1>
      <p className="mt-1 mb-6 max-w-[60ch] text-soft sm:mb-8">
        Mail to your handle lands in your real inbox. Senders never see that address.
      </p>
      {children}
    </div>
  );
}

function NoHandles() {
  return (
    <MessageState
      icon={<MailPlus aria-hidden />}
      title="Your handle empire awaits"
      action={
        <Link to={pages.create()} className={buttonStyle('brand', 'large')}>
          Create Your First Handle
        </Link>
      }
    >
      <p>Email magic needs a handle to work on.</p>
    </MessageState>
  );
}

function UnknownHandle() {
  return (
    <MessageState
      icon={<SearchX aria-hidden />}
      title="Handle Not Found"
      action={
        <Link to={pages.manageEmail()} className={buttonStyle('primary')}>
          Show all handles
        </Link>
      }
    >
      <p>The handle could not be found or you don't have permission to manage it</p>
    </MessageState>
  );
}
