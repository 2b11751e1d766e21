import { ExternalLink, Palette } from 'lucide-react';
import { Link } from 'react-router';
import type { Handle } from '../../../contract/handles/handles.ts';
import { pages } from '../../../contract/paths.ts';
import { useSite } from '../../api/site.ts';
import { BackToDashboard } from '../../own-handles/back-to-dashboard.tsx';
import { TabFrame } from '../../own-handles/tabs/tab-frame.tsx';
import { TabHeading } from '../../own-handles/tabs/tab-heading.tsx';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { ErrorState, MessageState } from '../../ui/message-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const TITLE = 'Profile Appearance';

/** Title of the tab, with a link to the page of the edited handle. */
export function LookHeading({ handle }: { handle: Handle }) {
  const { host } = useSite();
  return (
    <TabHeading title={TITLE}>
      <p className="min-w-0 wrap-anywhere">
        Customizing appearance for{' '}
        <a
          href={pages.profile(handle.handle)}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-accent underline-offset-4 hover:underline"
        >
          {host}/{handle.handle}
          <ExternalLink className="size-4 shrink-0" aria-hidden />
          <span className="sr-only">, opens in a new tab</span>
        </a>
      </p>
      {!handle.profilePage && (
        <p className="text-sm">
          This page is switched off: only you can see this preview.{' '}
          <Link to={pages.manageHandle(handle.handle)} className="font-semibold text-accent underline">
            Switch it on
          </Link>
        </p>
      )}
    </TabHeading>
  );
}

/** Shown while the code of the tab is loading. */
export function LookWaiting() {
  return (
    <div role="status" aria-label="Loading your themes" className="grid grid-cols-2 gap-4 sm:grid-cols-3">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((card) => (
        <Skeleton key={card} className="h-56 rounded-card" />
      ))}
    </div>
  );
}

/** The loading state of `/app/manage-appearance`. */
export function LookLoading() {
  return (
    <TabFrame back={<BackToDashboard />}>
      <TabHeading title={TITLE}>
        <span className="flex h-11 items-center">
          <Skeleton className="h-6 w-72 max-w-full" />
        </span>
      </TabHeading>
      <LookWaiting />
    </TabFrame>
  );
}

export function LookError({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <TabFrame alone back={<BackToDashboard />}>
      <TabHeading title={TITLE} />
      <ErrorState
        message="Handle loading mission failed! The servers are being dramatic. Try again!"
        busy={busy}
        onRetry={onRetry}
      />
    </TabFrame>
  );
}

/** Shown to an account without handles. */
export function LookNoHandle() {
  return (
    <TabFrame alone back={<BackToDashboard />}>
      <TabHeading title={TITLE} />
      <MessageState
        icon={<Palette aria-hidden />}
        title="No handle found. Create your epic handle first!"
        action={
          <Link to={pages.create()} className={buttonStyle('brand', 'large')}>
            Create Handle
          </Link>
        }
      >
        <p>A theme sets the design of a handle’s page.</p>
      </MessageState>
    </TabFrame>
  );
}
