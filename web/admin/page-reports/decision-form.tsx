import {
  type AdminCaseDetails,
  CASE_MAX,
  type CaseDecision,
  postAdminDecision,
} from '../../../contract/page-reports/cases.ts';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Textarea } from '../../ui/form/textarea.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { ACTIONS } from './case-text.tsx';
import { useDecide } from './use-decide.ts';

type Action = CaseDecision['action'];

const needsOwner = (action: Action | '') => action !== '' && action !== 'dismiss';

/** The form that decides the reports about a page and answers both sides. */
export function DecisionForm({ found, onDone }: { found: AdminCaseDetails; onDone: () => void }) {
  const { mutate, isPending } = useDecide(postAdminDecision, found.id, onDone);
  const { values, errors, change, form, input } = useForm(
    { action: '' as Action | '', blockId: '', reporterAnswer: '', ownerAnswer: '' },
    {
      busy: isPending,
      onSubmit({ action, blockId, reporterAnswer, ownerAnswer }) {
        const owner = ownerAnswer.trim();
        const wrong = {
          ...(action === '' && { action: 'Please choose what to do.' }),
          ...(action === 'hide-block' && blockId === '' && { blockId: 'Please choose a block.' }),
          ...(reporterAnswer.trim() === '' && { reporterAnswer: 'Please write an answer.' }),
          ...(needsOwner(action) && owner === '' && { ownerAnswer: 'Please write the reason.' }),
        };
        if (action === '' || Object.keys(wrong).length > 0) return wrong;
        if (action === 'dismiss') mutate({ action, reporterAnswer, ownerAnswer: owner || null });
        else if (action === 'hide-block') mutate({ action, blockId, reporterAnswer, ownerAnswer: owner });
        else mutate({ action, reporterAnswer, ownerAnswer: owner });
      },
    },
  );
  const { action, blockId } = values;

  return (
    <form {...form} aria-label="Decision" className="grid grid-cols-1 gap-4 border-t border-border pt-5">
      <Field label="What to do" help={action && ACTIONS[action].effect} error={errors.action}>
        {(control) => (
          <Select
            {...control}
            value={action}
            onChange={(event) => change({ action: event.target.value as Action | '' })}
          >
            <option value="">Please choose</option>
            {Object.entries(ACTIONS).map(([name, { label }]) => (
              <option key={name} value={name} disabled={name === 'hide-block' && found.blocks.length === 0}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {action === 'hide-block' && (
        <Field label="Block" error={errors.blockId}>
          {(control) => (
            <Select {...control} value={blockId} onChange={(event) => change({ blockId: event.target.value })}>
              <option value="">Please choose</option>
              {found.blocks.map(({ id, title, url }) => (
                <option key={id} value={id}>
                  {url ? `${title}: ${url}`.slice(0, 120) : title}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field
        label="Answer to the reporters"
        help="Sent by email to those who entered an address."
        error={errors.reporterAnswer}
      >
        {(control) => <Textarea {...control} {...input('reporterAnswer')} maxLength={CASE_MAX.answer} />}
      </Field>
      <Field
        label={needsOwner(action) ? 'Reason for the owner' : 'Answer to the owner (optional)'}
        help="Sent by email and recorded in the audit log. Do not reveal who reported the page."
        error={needsOwner(action) ? errors.ownerAnswer : undefined}
      >
        {(control) => (
          <Textarea
            {...control}
            {...input('ownerAnswer')}
            maxLength={CASE_MAX.answer}
            placeholder={action ? ACTIONS[action].owner : undefined}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant={action === 'suspend' ? 'danger' : 'primary'}
        busy={isPending}
        className="justify-self-start max-sm:w-full"
      >
        Decide and send the answers
      </Button>
    </form>
  );
}
