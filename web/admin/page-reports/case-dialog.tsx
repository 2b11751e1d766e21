import { useQuery } from '@tanstack/react-query';
import { ExternalLink, Image as ImageIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { pathOf } from '../../../contract/call.ts';
import { formatAdminTime } from '../../../contract/dates.ts';
import {
  type AdminCase,
  type AdminCaseDetails,
  getAdminCase,
  getAdminCases,
  postAdminDecision,
} from '../../../contract/page-reports/cases.ts';
import { REASON_NAMES } from '../../../contract/page-reports/page-reports.ts';
import { pages } from '../../../contract/paths.ts';
import { call } from '../../api/client.ts';
import { errorText } from '../../api/error-text.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { ErrorState } from '../../ui/message-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { May } from '../may.tsx';
import { AppealForm } from './appeal-form.tsx';
import { DONE, StateBadge } from './case-text.tsx';
import { DecisionForm } from './decision-form.tsx';

/** The reports about one page, and the form that decides them or the owner's appeal. */
export function CaseDialog({ found, onClose }: { found: AdminCase | null; onClose: () => void }) {
  // Keeps the content during the exit animation.
  const [shown, setShown] = useState(found);
  useEffect(() => {
    if (found) setShown(found);
  }, [found]);
  return (
    <Dialog
      open={found !== null}
      onClose={onClose}
      title={shown ? `Reports about ${shown.handle}` : ''}
      description={shown && <StateBadge state={shown.state} />}
    >
      {shown && <Content key={shown.id} id={shown.id} onClose={onClose} />}
    </Dialog>
  );
}

function Content({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [pathOf(getAdminCases), pathOf(getAdminCase, { id })],
    queryFn: ({ signal }) => call(getAdminCase, { id, signal }),
    staleTime: 0,
  });
  if (error) {
    const message = errorText(error, 'Failed to load the reports. Please try again.');
    return <ErrorState message={message} onRetry={() => void refetch()} busy={isFetching} />;
  }
  if (!data) return <Skeleton className="h-64 w-full" />;
  return (
    <div className="grid grid-cols-1 gap-5">
      <About found={data} />
      <Reports found={data} />
      {data.appealText !== null && (
        <Quote title={`Appeal by the owner, ${formatAdminTime(data.appealedAt ?? '')}`} text={data.appealText} />
      )}
      <May call={postAdminDecision}>
        {data.state === 'open' && <DecisionForm found={data} onDone={onClose} />}
        {data.state === 'appealed' && <AppealForm found={data} onDone={onClose} />}
      </May>
      {data.state !== 'open' && <Answers found={data} />}
    </div>
  );
}

function About({ found }: { found: AdminCaseDetails }) {
  const { handle, ownerEmail, status, action, decidedAt, earlier } = found;
  return (
    <div className="grid gap-3 text-sm">
      <p className="text-soft wrap-anywhere">
        Owner <span className="font-medium text-text">{ownerEmail ?? 'nobody'}</span>, handle {status}
        {action && decidedAt && `; ${DONE[action]} ${formatAdminTime(decidedAt)}`}
      </p>
      {earlier.length > 0 && (
        <p className="text-soft">
          Before:{' '}
          {earlier
            .map(({ action: done, decidedAt: at }) => `${done ? DONE[done] : 'dismissed'} ${formatAdminTime(at)}`)
            .join('; ')}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <a href={pages.profile(handle)} target="_blank" rel="noreferrer" className={buttonStyle('secondary')}>
          <ExternalLink aria-hidden /> Open the page
          <span className="sr-only"> in a new tab</span>
        </a>
        <Link to={pages.adminPictures(handle)} className={buttonStyle('secondary')}>
          <ImageIcon aria-hidden /> Its pictures
        </Link>
      </div>
    </div>
  );
}

function Reports({ found: { items, reports } }: { found: AdminCaseDetails }) {
  return (
    <section aria-label="Reports" className="grid gap-2">
      {items.length < reports && (
        <p className="text-sm text-soft">
          The newest {items.length} of {reports}
        </p>
      )}
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        className="grid max-h-[32dvh] gap-2 overflow-y-auto rounded-control"
      >
        {items.map(({ id, reason, text, address, email, createdAt }) => (
          <li key={id} className="rounded-control border border-border bg-muted/50 p-3.5 text-sm wrap-anywhere">
            <p className="flex flex-wrap justify-between gap-x-3 font-semibold">
              {REASON_NAMES[reason]} <span className="font-normal text-soft">{formatAdminTime(createdAt)}</span>
            </p>
            <p dir="auto" className="mt-1 whitespace-pre-wrap">
              {text}
            </p>
            {address && <p className="mt-1 text-soft">About: {address}</p>}
            <p className="mt-1 text-soft">{email ? `From ${email}` : 'No address for an answer'}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Answers({ found: { reporterAnswer, ownerAnswer, appealAnswer } }: { found: AdminCaseDetails }) {
  return (
    <>
      {reporterAnswer && <Quote title="Answer to the reporters" text={reporterAnswer} />}
      {ownerAnswer && <Quote title="Answer to the owner" text={ownerAnswer} />}
      {appealAnswer && <Quote title="Answer to the appeal" text={appealAnswer} />}
    </>
  );
}

function Quote({ title, text }: { title: string; text: string }) {
  return (
    <div className="text-sm">
      <h3 className="font-semibold">{title}</h3>
      <p dir="auto" className="mt-1 rounded-control bg-muted/50 p-3.5 wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
    </div>
  );
}
