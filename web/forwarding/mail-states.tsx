import { ArrowLeft, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { pages } from '../../contract/paths.ts';
import { BackToDashboard } from '../own-handles/back-to-dashboard.tsx';
import { TabFrame } from '../own-handles/tabs/tab-frame.tsx';
import { Card } from '../ui/card.tsx';
import { askToLeave, hasUnsavedChanges } from '../ui/dialog/unsaved-changes-guard.ts';
import { buttonStyle } from '../ui/form/button-style.ts';
import { ErrorState, MessageState } from '../ui/message-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

interface MailHeadingProps {
  name?: string;
  isTab?: boolean;
  /** False if the user may not see the mail. */
  isShared?: boolean;
}

/** The title of the hub, or of the tab of one handle. The name of the handle is unknown while it is loading. */
export function MailHeading({ name, isTab = name !== undefined, isShared = true }: MailHeadingProps) {
  return (
    <>
      <h1 className={`mt-2 text-2xl font-bold break-words ${isTab ? '' : 'sm:text-3xl'}`}>
        Email Magic{name && <span className="text-soft"> for {name}</span>}
      </h1>
      <p className="mt-1 mb-6 max-w-[60ch] text-soft sm:mb-8">
        {isShared &&
          'Mail to your handle lands in your real inbox. We never show that address to senders, but a reply from your inbox does unless it is sent from the handle.'}
      </p>
    </>
  );
}

/** The link from the mail of one handle to that of all. */
export function AllHandlesLink() {
  const navigate = useNavigate();
  return (
    <Link
      to={pages.manageEmail()}
      onClick={(event) => {
        // The list of all handles has the same path, so the router would leave unsaved changes without asking.
        if (!hasUnsavedChanges() || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        askToLeave(() => void navigate(pages.manageEmail()));
      }}
      className="-ml-2 inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-sm font-medium text-soft hover:text-text"
    >
      <ArrowLeft className="size-4" aria-hidden /> All handles
    </Link>
  );
}

/** Shown while forwarding is loading; as high as the row of a handle with an inbox. */
export function MailWaiting() {
  return (
    <Card role="status" aria-label="Loading your email forwarding" className="grid gap-4">
      <div className="grid items-center gap-x-4 gap-y-3 md:grid-cols-[minmax(0,1fr)_1.25rem_minmax(0,1fr)]">
        <div className="flex h-11 items-center">
          <Skeleton className="h-6 w-64 max-w-full" />
        </div>
        <Skeleton className="size-5 rounded-full" />
        <Skeleton className="h-17.5 rounded-control" />
      </div>
      <div className="-mb-1 border-t border-border pt-3 sm:-mb-3">
        <Skeleton className="h-11 w-48 max-w-full rounded-control" />
      </div>
    </Card>
  );
}

/** The loading state of the mail of one handle. */
export function MailLoading() {
  return (
    <TabFrame wide back={<AllHandlesLink />}>
      <MailHeading isTab />
      <MailWaiting />
    </TabFrame>
  );
}

interface MailErrorProps {
  busy: boolean;
  onRetry: () => void;
}

export function MailError({ busy, onRetry }: MailErrorProps) {
  return (
    <ErrorState
      message="Email system hiccup! The digital mailmen are on strike. Try again!"
      busy={busy}
      onRetry={onRetry}
    />
  );
}

/** Replaces the tab if the handle could not be loaded. */
export function MailTabError(props: MailErrorProps) {
  return (
    <TabFrame alone back={<AllHandlesLink />}>
      <MailHeading />
      <MailError {...props} />
    </TabFrame>
  );
}

/** Shown for unknown handles and for those of other users alike. */
export function MailNotFound() {
  return (
    <TabFrame alone back={<AllHandlesLink />}>
      <MailHeading />
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
    </TabFrame>
  );
}

/** The layout of `/app/manage-email` if the account has no handle. */
export function AllMailFrame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-[50rem] px-4 pt-4 pb-16 sm:pt-8">
      <BackToDashboard />
      <MailHeading />
      {children}
    </div>
  );
}

/** The loading state of that screen. */
export function ManageEmailLoading() {
  return (
    <AllMailFrame>
      <MailWaiting />
    </AllMailFrame>
  );
}
