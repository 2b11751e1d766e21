import { type FormEvent, useState } from 'react';
import {
  type AdminCaseDetails,
  type AppealDecision,
  CASE_MAX,
  postAdminAppealDecision,
} from '../../../contract/page-reports/cases.ts';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Textarea } from '../../ui/form/textarea.tsx';
import { useDecide } from './use-decide.ts';

/** Decides about the appeal of an owner. */
export function AppealForm({ found, onDone }: { found: AdminCaseDetails; onDone: () => void }) {
  const [answer, setAnswer] = useState('');
  const [isTried, setTried] = useState(false);
  const { mutate, isPending, variables } = useDecide(postAdminAppealDecision, found.id, onDone);
  const isMissing = isTried && answer.trim() === '';

  function decide(outcome: AppealDecision['outcome']) {
    setTried(true);
    if (isPending || answer.trim() === '') return;
    mutate({ outcome, answer });
  }
  const isBusy = (outcome: string) => isPending && variables?.outcome === outcome;

  return (
    <form
      noValidate
      aria-label="Decision about the appeal"
      onSubmit={(event: FormEvent) => event.preventDefault()}
      className="grid grid-cols-1 gap-4 border-t border-border pt-5"
    >
      <Field
        label="Answer to the owner"
        help="By email, and in the audit log. This decision is final."
        error={isMissing ? 'Please write an answer.' : undefined}
      >
        {(control) => (
          <Textarea
            {...control}
            value={answer}
            maxLength={CASE_MAX.answer}
            readOnly={isPending}
            onChange={(event) => setAnswer(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2.5 max-sm:[&>*]:w-full">
        <Button variant="primary" busy={isBusy('reversed')} onClick={() => decide('reversed')}>
          {found.action === 'suspend' ? 'Take back and restore the handle' : 'Take the decision back'}
        </Button>
        <Button variant="secondary" busy={isBusy('confirmed')} onClick={() => decide('confirmed')}>
          Keep the decision
        </Button>
      </div>
    </form>
  );
}
