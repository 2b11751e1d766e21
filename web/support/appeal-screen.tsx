import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { formatCount } from '../../contract/counts.ts';
import { formatDay, formatUtcDay } from '../../contract/dates.ts';
import { CASE_MAX, getDecision, type PageDecision, postAppeal } from '../../contract/page-reports/cases.ts';
import { REASON_NAMES } from '../../contract/page-reports/page-reports.ts';
import { call } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { failureOf } from '../api/failure.ts';
import { queryOf } from '../api/query-client.ts';
import { useAction } from '../api/use-action.ts';
import { BackToDashboard } from '../own-handles/back-to-dashboard.tsx';
import { ActionError } from '../ui/action-error.tsx';
import { Card } from '../ui/card.tsx';
import { Button } from '../ui/form/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { Textarea } from '../ui/form/textarea.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { ErrorState } from '../ui/message-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const HEADINGS: Record<PageDecision['action'], string> = {
  suspend: 'Your handle was suspended',
  'hide-block': 'A part of your page was hidden',
  ask: 'You were asked to change your page',
};

/** `/app/support?handleId=&decision=`: a decision about a reported page, and the form that appeals against it. */
export function AppealScreen({ handleId, decisionId }: { handleId: number; decisionId: number }) {
  const { data, error, refetch, isFetching } = useQuery({
    ...queryOf(getDecision, { id: handleId, decisionId }),
    staleTime: 0,
  });
  return (
    <div className="mx-auto w-full max-w-[44rem] px-4 pt-4 pb-16 sm:pt-8">
      <BackToDashboard />
      <h1 className="mt-2 text-2xl font-bold sm:text-3xl">
        {data ? HEADINGS[data.action] : 'A decision about your page'}
      </h1>
      <div className="mt-6 grid grid-cols-1 gap-6">
        {error ? (
          <ErrorState
            message={errorText(error, 'The decision could not be loaded. Please try again.')}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        ) : data ? (
          <>
            <Decision decision={data} />
            {data.appeal ? (
              <Appeal appeal={data.appeal} />
            ) : data.appealUntil ? (
              <AppealForm handleId={handleId} decision={data} until={data.appealUntil} />
            ) : (
              <p className="text-soft">The time to appeal has ended.</p>
            )}
          </>
        ) : (
          <Skeleton className="h-64 w-full" />
        )}
      </div>
    </div>
  );
}

function Decision({ decision: { handle, answer, reasons, decidedAt } }: { decision: PageDecision }) {
  return (
    <Card className="grid grid-cols-1 gap-3">
      <p className="text-soft">
        Visitors reported the page <span className="font-medium wrap-anywhere text-text">{handle}</span> as{' '}
        {reasons.map((reason) => REASON_NAMES[reason].toLowerCase()).join(', ')}. An administrator looked at it on{' '}
        {formatDay(decidedAt)} and wrote:
      </p>
      <blockquote dir="auto" className="rounded-control bg-muted/50 p-4 wrap-anywhere whitespace-pre-wrap">
        {answer}
      </blockquote>
    </Card>
  );
}

function Appeal({ appeal: { text, at, outcome, answer } }: { appeal: NonNullable<PageDecision['appeal']> }) {
  return (
    <Card className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-semibold">
        {outcome === null
          ? 'Your appeal is with an administrator'
          : outcome === 'reversed'
            ? 'The decision was reversed'
            : 'The decision was upheld'}
      </h2>
      {answer !== null && (
        <blockquote dir="auto" className="rounded-control bg-muted/50 p-4 wrap-anywhere whitespace-pre-wrap">
          {answer}
        </blockquote>
      )}
      {outcome === null && <p className="text-soft">A person will read it and reply by email.</p>}
      <p className="text-sm text-soft">You wrote on {formatDay(at)}:</p>
      <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
    </Card>
  );
}

interface AppealFormProps {
  handleId: number;
  decision: PageDecision;
  until: string;
}

function AppealForm({ handleId, decision: { id }, until }: AppealFormProps) {
  const client = useQueryClient();
  const sending = useAction({
    mutationFn: (body: { text: string }) => call(postAppeal, { id: handleId, decisionId: id, body }),
    onSuccess: (decision) =>
      client.setQueryData(queryOf(getDecision, { id: handleId, decisionId: id }).queryKey, decision),
  });

  const { errors, form, input } = useForm(
    { text: '' },
    {
      busy: sending.isPending,
      onSubmit({ text }) {
        if (text.trim() === '') return { text: 'Please write why the decision is wrong.' };
        sending.mutate({ text });
      },
    },
  );

  return (
    <Card>
      <form {...form} aria-label="Appeal" className="grid grid-cols-1 gap-5">
        <p className="text-soft">
          You can appeal once, until {formatUtcDay(until)}. An administrator reads what you write and answers by email.
        </p>
        <Field
          label="Why is the decision wrong?"
          help={`At most ${formatCount(CASE_MAX.appeal)} characters.`}
          error={errors.text}
        >
          {(control) => <Textarea {...control} {...input('text')} className="min-h-40" maxLength={CASE_MAX.appeal} />}
        </Field>
        <ActionError>{failureOf(sending, 'Your appeal could not be sent. Please try again.')}</ActionError>
        <Button type="submit" variant="brand" busy={sending.isPending} className="justify-self-start max-sm:w-full">
          <Scale aria-hidden /> Send the appeal
        </Button>
      </form>
    </Card>
  );
}
