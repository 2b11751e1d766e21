import { Orbit } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pages } from '../../contract/paths.ts';
import { useSite } from '../api/site.ts';
import { BackToDashboard } from '../handles/shared/back-to-dashboard.tsx';
import { HandlePicker } from '../handles/shared/handle-picker.tsx';
import { usePickedHandle } from '../handles/shared/picked-handle.ts';
import { buttonStyle } from '../ui/form/button-style.ts';
import { ErrorState, MessageState } from '../ui/message-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { LinkEditor } from './link-editor.tsx';

/** `/app/manage-social`: the links of the picked handle, which is the first one by default. */
export function ManageSocial() {
  const { handle, several, error, busy, retry, pick } = usePickedHandle();
  const { host } = useSite();
  if (handle === undefined && error) {
    return (
      <Frame>
        <ErrorState message={error.message} onRetry={retry} busy={busy} />
      </Frame>
    );
  }
  if (handle === undefined) return <ManageSocialLoading />;
  if (handle === null) return <NoHandle />;
  return (
    <Frame>
      <div className="mb-6 sm:mb-8">
        {several ? (
          <HandlePicker picked={handle.handle} onPick={pick} />
        ) : (
          <p className="text-soft wrap-anywhere">
            Links of {host}/<wbr />
            <strong className="font-semibold text-text">{handle.handle}</strong>
          </p>
        )}
      </div>
      <LinkEditor key={handle.id} handle={handle} />
    </Frame>
  );
}

/** The loading state of the screen. */
export function ManageSocialLoading() {
  return (
    <Frame>
      <div role="status" aria-label="Loading your links">
        <Skeleton className="mb-6 h-6 w-64 max-w-full sm:mb-8" />
        <div className="grid gap-3">
          <Skeleton className="h-30 rounded-card sm:h-18" />
          <Skeleton className="h-30 rounded-card sm:h-18" />
        </div>
        <Skeleton className="mt-8 mb-4 h-7 w-44" />
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {Array.from({ length: 12 }, (_, tile) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are static
            <Skeleton key={tile} className="h-14 rounded-control" />
          ))}
        </div>
      </div>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-[50rem] px-4 pt-4 pb-16 sm:pt-8">
      <BackToDashboard />
      <h1 className="mt-2 text-2xl font-bold sm:text-3xl">Your Social Universe</h1>
      <p className="mt-1 mb-4 max-w-[60ch] text-soft">All your accounts, in the order in which your page shows them.</p>
      {children}
    </div>
  );
}

function NoHandle() {
  return (
    <Frame>
      <MessageState
        icon={<Orbit aria-hidden />}
        title="No handle found. Create your epic handle first!"
        action={
          <Link to={pages.create()} className={buttonStyle('brand', 'large')}>
            Create Handle
          </Link>
        }
      />
    </Frame>
  );
}
