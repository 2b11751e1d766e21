import {
  type AdminCaseDetails,
  type AppealDecision,
  CASE_MAX,
  postAdminAppealDecision,
} from '../../../contract/page-reports/cases.ts';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Textarea } from '../../ui/form/textarea.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useDecide } from './use-decide.ts';

/** The form that decides an owner's appeal. */
export function AppealForm({ found, onDone }: { found: AdminCaseDetails; onDone: () => void }) {
  const { mutate, isPending, variables } = useDecide(postAdminAppealDecision, found.id, onDone);
  const { errors, form, input } = useForm(
    { answer: '' },
    {
      busy: isPending,
      onSubmit({ answer }, outcome) {
        if (answer.trim() === '') return { answer: 'Please write an answer.' };
        mutate({ outcome: outcome as AppealDecision['outcome'], answer });
      },
    },
  );
  const isBusy = (outcome: string) => isPending && variables?.outcome === outcome;

  return (
    <form
      {...form}
      aria-label="Decision about the appeal"
      className="grid grid-cols-1 gap-4 border-t border-border pt-5"
    >
      <Field
        label="Answer to the owner"
        help="Sent by email and recorded in the audit log. This decision is final."
        error={errors.answer}
      >
        {(control) => <Textarea {...control} {...input('answer')} maxLength={CASE_MAX.answer} />}
      </Field>
      <div className="flex flex-wrap gap-2.5 max-sm:[&>*]:w-full">
        <Button type="submit" value="reversed" variant="primary" busy={isBusy('reversed')}>
          {found.action === 'suspend' ? 'Reverse and restore the handle' : 'Reverse the decision'}
        </Button>
        <Button type="submit" value="confirmed" variant="secondary" busy={isBusy('confirmed')}>
          Keep the decision
        </Button>
      </div>
    </form>
  );
}
