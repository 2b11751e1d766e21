import { useQuery } from '@tanstack/react-query';
import { ExternalLink, Palette } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Handle } from '../../contract/handles/handles.ts';
import { pages } from '../../contract/paths.ts';
import { useSite } from '../api/site.ts';
import { BackToDashboard } from '../handles/shared/back-to-dashboard.tsx';
import { HandlePicker } from '../handles/shared/handle-picker.tsx';
import { usePickedHandle } from '../handles/shared/picked-handle.ts';
import { buttonStyle } from '../ui/form/button-style.ts';
import { ErrorState, MessageState } from '../ui/message-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { AppearanceEditor } from './appearance-editor.tsx';
import { ownProfileQuery } from './own-profile.ts';

/** `/app/manage-appearance`: the theme of a handle's page. */
export function ManageAppearance() {
  const { handle, several, error, busy, retry, pick } = usePickedHandle();
  const own = useQuery(ownProfileQuery);
  if (error) {
    return (
      <Frame>
        <ErrorState
          message="Handle loading mission failed! The servers are being dramatic. Try again!"
          busy={busy}
          onRetry={retry}
        />
      </Frame>
    );
  }
  if (handle === undefined || own.isPending) return <ManageAppearanceLoading />;
  if (handle === null) {
    return (
      <Frame>
        <NoHandle />
      </Frame>
    );
  }
  return (
    <Frame subtitle={<Customizing handle={handle} {...(several ? { onPick: pick } : {})} />}>
      <AppearanceEditor key={handle.id} handle={handle} own={own.data} />
    </Frame>
  );
}

/** The loading state of the screen. */
export function ManageAppearanceLoading() {
  return (
    <Frame subtitle={<Skeleton className="h-6 w-72 max-w-full" />}>
      <div role="status" aria-label="Loading your handle" className="grid gap-8 lg:grid-cols-[316px_1fr]">
        <Skeleton className="mx-auto h-[468px] w-64 rounded-[2.25rem]! lg:h-[582px] lg:w-79" />
        <div className="grid grid-cols-2 gap-4 self-start sm:grid-cols-3">
          {['a', 'b', 'c', 'd', 'e', 'f'].map((card) => (
            <Skeleton key={card} className="h-56 rounded-card!" />
          ))}
        </div>
      </div>
    </Frame>
  );
}

function Frame({ subtitle, children }: { subtitle?: ReactNode; children: ReactNode }) {
  return (
    <div className="page-width pt-4 pb-16 sm:pt-8">
      <BackToDashboard />
      <h1 className="mt-2 text-2xl font-bold sm:text-3xl">Profile Appearance</h1>
      <div className="mt-1 mb-6 text-soft sm:mb-8">{subtitle}</div>
      {children}
    </div>
  );
}

/** The edited handle with a link to its page, and a handle picker if `onPick` is given. */
function Customizing({ handle, onPick }: { handle: Handle; onPick?: (name: string) => void }) {
  const { host } = useSite();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
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
        <p className="basis-full text-sm">
          This page is switched off: only you can see this preview.{' '}
          <Link to={pages.manageHandle(handle.handle)} className="font-semibold text-accent underline">
            Switch it on
          </Link>
        </p>
      )}
      {onPick && <HandlePicker picked={handle.handle} onPick={onPick} />}
    </div>
  );
}

function NoHandle() {
  return (
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
  );
}
