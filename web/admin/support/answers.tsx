import { useQuery } from '@tanstack/react-query';
import { formatAdminTime } from '../../../contract/dates.ts';
import type { AdminSupportDetails } from '../../../contract/support/support.ts';
import { errorText } from '../../api/error-text.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { requestQuery } from './use-answer.ts';

/** The answers to a request, oldest first, with their authors. */
export function Answers({ id }: { id: number }) {
  const { data, error } = useQuery(requestQuery(id));
  if (error && !data) {
    return (
      <p role="alert" className="text-sm text-danger">
        {errorText(error, 'We could not load the earlier answers.')}
      </p>
    );
  }
  if (!data) return <Skeleton className="h-4 w-40" />;
  if (data.answers.length === 0) return null;
  return (
    <ol aria-label="Answers, oldest first" className="grid grid-cols-1 gap-3">
      {data.answers.map((answer) => (
        <Answer key={answer.at} answer={answer} />
      ))}
    </ol>
  );
}

function Answer({ answer: { at, by, text } }: { answer: AdminSupportDetails['answers'][number] }) {
  return (
    <li className="rounded-control border border-border bg-surface p-4 text-sm">
      <p className="mb-1.5 text-xs wrap-anywhere text-soft">
        Answered by {by ?? 'an administrator'}, {formatAdminTime(at)}
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
    </li>
  );
}
