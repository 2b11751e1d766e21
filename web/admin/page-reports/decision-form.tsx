import { type FormEvent, useState } from 'react';
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
import { ACTIONS } from './case-text.tsx';
import { useDecide } from './use-decide.ts';

type Action = CaseDecision['action'];

/** Decides about the reports of a page, with the answers to both sides. */
export function DecisionForm({ found, onDone }: { found: AdminCaseDetails; onDone: () => void }) {
  const [action, setAction] = useState<Action | ''>('');
  const [blockId, setBlockId] = useState('');
  const [reporterAnswer, setReporterAnswer] = useState('');
  const [ownerAnswer, setOwnerAnswer] = useState('');
  const [isTried, setTried] = useState(false);
  const { mutate, isPending } = useDecide(postAdminDecision, found.id, onDone);
  const needsOwner = action !== '' && action !== 'dismiss';
  const errors = {
    action: action === '' ? 'Please choose what to do.' : undefined,
    block: action === 'hide-block' && blockId === '' ? 'Please choose a block.' : undefined,
    reporters: reporterAnswer.trim() === '' ? 'Please write an answer.' : undefined,
    owner: needsOwner && ownerAnswer.trim() === '' ? 'Please write the reason.' : undefined,
  };
  const shown = (error: string | undefined) => (isTried ? error : undefined);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (isPending || action === '' || Object.values(errors).some(Boolean)) return;
    const owner = ownerAnswer.trim();
    if (action === 'dismiss') mutate({ action, reporterAnswer, ownerAnswer: owner || null });
    else if (action === 'hide-block') mutate({ action, blockId, reporterAnswer, ownerAnswer: owner });
    else mutate({ action, reporterAnswer, ownerAnswer: owner });
  }

  return (
    <form
      noValidate
      aria-label="Decision"
      onSubmit={submit}
      className="grid grid-cols-1 gap-4 border-t border-border pt-5"
    >
      <Field label="What to do" help={action && ACTIONS[action].effect} error={shown(errors.action)}>
        {(control) => (
          <Select {...control} value={action} onChange={(event) => setAction(event.target.value as Action | '')}>
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
        <Field label="Block" error={shown(errors.block)}>
          {(control) => (
            <Select {...control} value={blockId} onChange={(event) => setBlockId(event.target.value)}>
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
        help="By email to those who entered an address."
        error={shown(errors.reporters)}
      >
        {(control) => (
          <Textarea
            {...control}
            value={reporterAnswer}
            maxLength={CASE_MAX.answer}
            readOnly={isPending}
            onChange={(event) => setReporterAnswer(event.target.value)}
          />
        )}
      </Field>
      <Field
        label={needsOwner ? 'Reason for the owner' : 'Answer to the owner (optional)'}
        help="By email, and in the audit log. Do not write who reported the page."
        error={shown(errors.owner)}
      >
        {(control) => (
          <Textarea
            {...control}
            value={ownerAnswer}
            maxLength={CASE_MAX.answer}
            placeholder={action ? ACTIONS[action].owner : undefined}
            readOnly={isPending}
            onChange={(event) => setOwnerAnswer(event.target.value)}
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
