import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Handle } from '../../contract/handles/handles.ts';
import { BackToDashboard } from '../own-handles/back-to-dashboard.tsx';
import { allHandlesQuery } from '../own-handles/own-handles.ts';
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { Topic } from './refund-draft.ts';
import { SentNotice } from './sent-notice.tsx';
import { SupportForm } from './support-form.tsx';
import { SupportWays } from './support-ways.tsx';

interface SupportScreenProps {
  email: string;
  /** The handle that the form starts with, or null. */
  handleId: number | null;
  topic: Topic;
}

/** `/app/support`: a form that reaches the people who run this site. */
export function SupportScreen({ email, handleId, topic }: SupportScreenProps) {
  // If the handles cannot be loaded, the form does not wait for them: that may be what the user writes about.
  const handles = useQuery(allHandlesQuery);
  const [sent, setSent] = useState<{ id: number; priority: boolean } | null>(null);
  return (
    <Frame email={email}>
      {sent ? (
        <SentNotice email={email} sent={sent} onAgain={() => setSent(null)} />
      ) : handles.isPending ? (
        <FormSkeleton />
      ) : (
        <SupportForm
          handles={handles.data}
          startWith={{ topic: sent === null ? topic : 'question', handleId: firstChoice(handles.data, handleId) }}
          onSent={setSent}
        />
      )}
    </Frame>
  );
}

/** Returns the requested handle, or the only one. */
function firstChoice(handles: readonly Handle[] | undefined, handleId: number | null): number | null {
  if (handles?.some(({ id }) => id === handleId)) return handleId;
  return handles?.length === 1 ? (handles[0]?.id ?? null) : null;
}

/** The loading state of the screen. */
export function SupportScreenLoading() {
  return (
    <Frame email={undefined}>
      <FormSkeleton />
    </Frame>
  );
}

function FormSkeleton() {
  return (
    <Card role="status" aria-label="Loading" className="grid gap-5">
      {['h-11', 'h-11', 'h-48'].map((height, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
        <div key={place} className="grid gap-2">
          <Skeleton className="h-4 w-24" />
          <Skeleton className={`${height} w-full rounded-control!`} />
        </div>
      ))}
      <Skeleton className="h-11 w-36 rounded-control!" />
    </Card>
  );
}

function Frame({ email, children }: { email: string | undefined; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-[60rem] px-4 pt-4 pb-16 sm:pt-8">
      <BackToDashboard />
      <h1 className="mt-2 text-2xl font-bold sm:text-3xl">Contact Support</h1>
      <p className="mt-2 max-w-[60ch] text-pretty text-soft">
        Is something not working, or do you have a question? Tell us. A person will read your message
        {email ? (
          <>
            {' '}
            and reply to <span className="font-medium wrap-anywhere text-text">{email}</span>.
          </>
        ) : (
          '.'
        )}
      </p>
      <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">{children}</div>
        {email && <SupportWays />}
      </div>
    </div>
  );
}
