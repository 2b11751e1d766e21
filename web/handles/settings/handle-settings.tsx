import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pages } from '../../../contract/paths.ts';
import { useSite } from '../../api/site.ts';
import { Card } from '../../ui/card.tsx';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { ErrorState, MessageState } from '../../ui/message-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BackToDashboard } from '../shared/back-to-dashboard.tsx';
import { namedHandleQuery } from '../shared/own-handles.ts';
import { SettingsForm } from './settings-form.tsx';

/** `/app/manage-handle/:handle`: the settings of one handle. An unknown handle and another user's look the same. */
export function HandleSettings({ name }: { name: string }) {
  const { data: handle, isPending, isLoadingError, isFetching, refetch } = useQuery(namedHandleQuery(name));
  if (isPending) return <HandleSettingsSkeleton name={name} />;
  if (isLoadingError) {
    return (
      <Frame name={name}>
        <ErrorState
          message="Handle loading mission failed! The servers are being dramatic. Try again!"
          onRetry={refetch}
          busy={isFetching}
        />
      </Frame>
    );
  }
  if (!handle) return <NotFound />;
  return (
    <Frame name={name}>
      <SettingsForm key={handle.id} handle={handle} />
    </Frame>
  );
}

/** Placeholder of the screen while the handle is loading. */
export function HandleSettingsSkeleton({ name }: { name: string }) {
  return (
    <Frame name={name}>
      <div role="status" aria-label="Loading the settings of your handle" className="grid gap-4 sm:gap-6">
        {['h-168', 'h-72', 'h-96'].map((height) => (
          <Card key={height} className="grid content-start gap-5">
            <Skeleton className="h-7 w-44" />
            <Skeleton className={`${height} w-full rounded-control`} />
          </Card>
        ))}
      </div>
    </Frame>
  );
}

function Frame({ name, children }: { name: string; children: ReactNode }) {
  const { host } = useSite();
  return (
    <div className="mx-auto w-full max-w-[44rem] px-4 pt-4 sm:pt-8">
      <BackToDashboard />
      <h1 className="mt-2 text-2xl font-bold sm:text-3xl">Handle Settings</h1>
      <p className="mt-1 mb-6 text-soft wrap-anywhere sm:mb-8">
        {host}/<wbr />
        <strong className="font-semibold text-text">{name}</strong>
      </p>
      {children}
    </div>
  );
}

function NotFound() {
  return (
    <div className="mx-auto w-full max-w-[40rem] px-4 py-16 sm:py-24">
      <MessageState
        level={1}
        icon={<SearchX aria-hidden />}
        title="Handle Not Found"
        action={
          <Link to={pages.manage()} className={buttonStyle('primary')}>
            Back to Dashboard
          </Link>
        }
      >
        <p>The handle could not be found or you don't have permission to manage it</p>
      </MessageState>
    </div>
  );
}
