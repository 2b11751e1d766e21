import { useQuery } from '@tanstack/react-query';
import { MailPlus } from 'lucide-react';
import { Link } from 'react-router';
import type { Handle } from '../../contract/handles/handles.ts';
import { pages } from '../../contract/paths.ts';
import { errorText } from '../api/error-text.ts';
import { PickedHandleScreen, ScreenFrame } from '../own-handles/picked-handle-screen.tsx';
import { buttonStyle } from '../ui/form/button-style.ts';
import { Empty, Loading, Panel, Section } from '../ui/section.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Strong } from '../ui/strong.tsx';
import { audienceQuery } from './audience-query.ts';
import { SubscriberList } from './subscriber-list.tsx';

const FRAME = { title: 'Email list', width: 'text' } as const;

/** `/app/audience`: the people who agreed, on the page of a handle, to emails from its owner. */
export function AudienceScreen() {
  return (
    <PickedHandleScreen
      {...FRAME}
      about={({ handle }) => (
        <>
          The people who want emails from <Strong>{handle}</Strong>
        </>
      )}
      needs="manage"
      loading={<AudienceLoading />}
      noHandle={{ icon: <MailPlus aria-hidden />, text: 'People join the email list on the page of a handle.' }}
    >
      {(handle) => <Content key={handle.id} handle={handle} />}
    </PickedHandleScreen>
  );
}

function Content({ handle }: { handle: Handle }) {
  const { data: audience, error, isFetching, refetch } = useQuery(audienceQuery(handle.id));
  if (!audience) {
    return (
      <Loading
        label="Loading the email list"
        failed={error !== null && errorText(error, 'We could not load the email list. Please try again.')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const addForm = (
    <Link
      to={`${pages.manageSocial()}?handle=${encodeURIComponent(handle.handle)}`}
      className={`${buttonStyle('primary')} max-sm:w-full`}
    >
      Add the form to your page
    </Link>
  );
  if (audience.total === 0) {
    return (
      <Section title="Subscribers">
        <Panel>
          <Empty icon={<MailPlus aria-hidden />} title="Nobody has joined yet">
            <p>
              {audience.isOffered
                ? 'Your page has the sign-up form. People appear here once they have pressed the button in our email.'
                : 'Your page does not show a sign-up form. Add the block “Email list”, and people can join.'}
            </p>
            {!audience.isOffered && <div className="mt-4">{addForm}</div>}
          </Empty>
        </Panel>
      </Section>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      {!audience.isOffered && (
        <div className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-border bg-surface p-4 shadow-soft sm:px-6">
          <p className="min-w-0 flex-1 basis-64 text-sm text-pretty">
            Your page does not show the sign-up form, so nobody can join at the moment.
          </p>
          {addForm}
        </div>
      )}
      <SubscriberList handle={handle} total={audience.total} />
    </div>
  );
}

/** The loading state of the screen. */
export function AudienceLoading() {
  return (
    <ScreenFrame {...FRAME} subtitle={<Skeleton className="h-6 w-72 max-w-full" />}>
      <div role="status" aria-label="Loading the email list" className="grid gap-4">
        <Skeleton className="h-7 w-40" />
        <Skeleton className="h-64 rounded-card!" />
      </div>
    </ScreenFrame>
  );
}
