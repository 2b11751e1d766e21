import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errorText } from '../../api/error-text.ts';
import { ActionError } from '../../ui/action-error.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/form/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { previewQuery } from './auto-reply-query.ts';

const DEBOUNCE_MS = 500;

interface AutoReplyPreviewProps {
  handleId: number;
  subject: string;
  text: string;
}

/** The reply as a sender gets it, rendered by the server. It follows the form with a short delay. */
export function AutoReplyPreview({ handleId, subject, text }: AutoReplyPreviewProps) {
  const [content, setContent] = useState({ subject, text });
  useEffect(() => {
    const timer = setTimeout(() => setContent({ subject, text }), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [subject, text]);
  const isEmpty = content.subject.trim() === '' && content.text.trim() === '';
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...previewQuery(handleId, content),
    enabled: !isEmpty,
    placeholderData: keepPreviousData,
  });
  if (isEmpty) return <p className="text-sm text-soft">Enter a subject and a text to see the reply here.</p>;
  if (error) {
    return (
      <div className="grid justify-items-start gap-3">
        <ActionError>{errorText(error, 'The preview could not be loaded.')}</ActionError>
        <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
          Try Again
        </Button>
      </div>
    );
  }
  if (!data) {
    return (
      <div role="status" aria-label="Loading the preview" className="grid gap-3">
        <Skeleton className="h-4 w-64 max-w-full" />
        <Skeleton className="h-24 w-full rounded-control" />
      </div>
    );
  }
  return (
    <article
      aria-label="Preview"
      aria-busy={isPlaceholderData}
      className={classNames(
        'rounded-control border border-border bg-background transition-opacity duration-150',
        isPlaceholderData && 'opacity-60',
      )}
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 border-b border-border px-4 py-3 text-sm">
        <dt className="text-soft">From</dt>
        <dd className="font-medium wrap-anywhere">{data.from}</dd>
        <dt className="text-soft">To</dt>
        <dd className="wrap-anywhere">{data.to}</dd>
        <dt className="text-soft">Subject</dt>
        <dd className="font-medium wrap-anywhere">{data.subject}</dd>
      </dl>
      <p className="px-4 py-4 text-sm wrap-anywhere whitespace-pre-wrap">{data.text}</p>
    </article>
  );
}
