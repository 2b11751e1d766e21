import { SearchX } from 'lucide-react';
import { Link } from 'react-router';
import { pages } from '../../../contract/paths.ts';
import { useSite } from '../../api/site.ts';
import { BackToDashboard } from '../../own-handles/back-to-dashboard.tsx';
import { TabFrame } from '../../own-handles/tabs/tab-frame.tsx';
import { TabHeading } from '../../own-handles/tabs/tab-heading.tsx';
import { Card } from '../../ui/card.tsx';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { ErrorState, MessageState } from '../../ui/message-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export function DetailsHeading({ name }: { name: string }) {
  const { host } = useSite();
  return (
    <TabHeading title="Details">
      <p className="wrap-anywhere">
        {host}/<wbr />
        <strong className="font-semibold text-text">{name}</strong>
      </p>
    </TabHeading>
  );
}

/** Shown while the code of the form is loading. */
export function DetailsWaiting() {
  return (
    <div role="status" aria-label="Loading the settings of your handle" className="grid gap-4 sm:gap-6">
      {['h-168', 'h-72', 'h-96'].map((height) => (
        <Card key={height} className="grid content-start gap-5">
          <Skeleton className="h-7 w-44" />
          <Skeleton className={`${height} w-full rounded-control`} />
        </Card>
      ))}
    </div>
  );
}

/** The loading state of `/app/manage-handle/:handle`. */
export function DetailsLoading({ name }: { name: string }) {
  return (
    <TabFrame back={<BackToDashboard />}>
      <DetailsHeading name={name} />
      <DetailsWaiting />
    </TabFrame>
  );
}

interface DetailsErrorProps {
  name: string;
  busy: boolean;
  onRetry: () => void;
}

export function DetailsError({ name, busy, onRetry }: DetailsErrorProps) {
  return (
    <TabFrame alone back={<BackToDashboard />}>
      <DetailsHeading name={name} />
      <ErrorState
        message="Handle loading mission failed! The servers are being dramatic. Try again!"
        onRetry={onRetry}
        busy={busy}
      />
    </TabFrame>
  );
}

/** Shown for unknown handles and for those of other users alike. */
export function DetailsNotFound() {
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
