import { Orbit } from 'lucide-react';
import { Link } from 'react-router';
import { pages } from '../../../contract/paths.ts';
import { useSite } from '../../api/site.ts';
import { BackToDashboard } from '../../own-handles/back-to-dashboard.tsx';
import { TabFrame } from '../../own-handles/tabs/tab-frame.tsx';
import { TabHeading } from '../../own-handles/tabs/tab-heading.tsx';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { ErrorState, MessageState } from '../../ui/message-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export function LinksHeading({ name }: { name?: string }) {
  const { host } = useSite();
  return (
    <TabHeading title="Your Social Universe">
      {name === undefined ? (
        'Everything on your page, in order.'
      ) : (
        <p className="wrap-anywhere">
          Everything on {host}/<wbr />
          <strong className="font-semibold text-text">{name}</strong>, in order.
        </p>
      )}
    </TabHeading>
  );
}

/** Placeholder shown while the blocks or the code of the tab are loading. */
export function LinksWaiting() {
  return (
    <div role="status" aria-label="Loading your links">
      <div className="grid gap-2.5">
        <Skeleton className="h-28 rounded-card sm:h-17" />
        <Skeleton className="h-28 rounded-card sm:h-17" />
      </div>
      <Skeleton className="mt-8 mb-4 h-7 w-44" />
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {Array.from({ length: 12 }, (_, tile) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are static
          <Skeleton key={tile} className="h-14 rounded-control" />
        ))}
      </div>
    </div>
  );
}

/** The loading state of `/app/manage-social`. */
export function LinksLoading() {
  return (
    <TabFrame back={<BackToDashboard />}>
      <LinksHeading />
      <LinksWaiting />
    </TabFrame>
  );
}

interface LinksErrorProps {
  error: Error;
  busy: boolean;
  onRetry: () => void;
}

export function LinksError({ error, busy, onRetry }: LinksErrorProps) {
  return (
    <TabFrame alone back={<BackToDashboard />}>
      <LinksHeading />
      <ErrorState message={error.message} busy={busy} onRetry={onRetry} />
    </TabFrame>
  );
}

/** Shown to an account without handles. */
export function LinksNoHandle() {
  return (
    <TabFrame alone back={<BackToDashboard />}>
      <LinksHeading />
      <MessageState
        icon={<Orbit aria-hidden />}
        title="No handle found. Create your epic handle first!"
        action={
          <Link to={pages.create()} className={buttonStyle('brand', 'large')}>
            Create Handle
          </Link>
        }
      />
    </TabFrame>
  );
}
