import { type ReactNode, useEffect, useState } from 'react';
import type { Call } from '../../contract/call.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { DialogForm } from '../ui/dialog/dialog-form.tsx';
import { Field } from '../ui/form/field.tsx';
import { Input } from '../ui/form/input.tsx';
import { Select } from '../ui/form/select.tsx';
import { Textarea } from '../ui/form/textarea.tsx';
import { useForm } from '../ui/form/use-form.ts';

/** An administrator's action that needs a reason. */
export interface AdminAction {
  title: string;
  description: ReactNode;
  confirmLabel: string;
  isDestructive: boolean;
  /** The call that runs the action. Its body is the reason. */
  call: Call;
  /** The parameters in the path of the call. */
  at: Record<string, string | number>;

  /** The reader of the reason, if it is not only recorded in the audit log. */
  reasonHelp?: string;
  successMessage: string;
  /** An additional number, sent under `name`; null if the field is empty. */
  amount?: { name: string; label: string; help: string; value: number | undefined };
  /** An additional choice, sent under `name`; null for the option without a value. */
  choice?: { name: string; label: string; value: string; options: readonly ChoiceOption[] };
}

interface ChoiceOption {
  value: string;
  name: string;
  /** Shown below the field while the option is chosen. */
  help: string;
}

interface ReasonDialogProps {
  action: AdminAction | undefined;
  busy: boolean;
  onClose: () => void;
  onConfirm: (action: AdminAction, body: { reason: string; [amount: string]: string | number | null }) => void;
}

/** Asks for the reason for an action, which the audit log records. */
export function ReasonDialog({ action, busy, onClose, onConfirm }: ReasonDialogProps) {
  // Keeps the text during the exit animation.
  const [shown, setShown] = useState(action);
  const { errors, change, form, input } = useForm(
    { reason: '', amount: '', choice: '' },
    {
      busy,
      onSubmit({ reason, amount, choice }) {
        if (!action) return;
        if (reason.trim() === '') return { reason: 'Please say why.' };
        const number = action.amount && { [action.amount.name]: amount.trim() === '' ? null : Number(amount) };
        const chosen = action.choice && { [action.choice.name]: choice || null };
        onConfirm(action, { reason: reason.trim(), ...number, ...chosen });
      },
    },
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each action starts with an empty form
  useEffect(() => {
    if (!action) return;
    setShown(action);
    change({
      reason: '',
      amount: action.amount?.value === undefined ? '' : String(action.amount.value),
      choice: action.choice?.value ?? '',
    });
  }, [action]);

  return (
    <Dialog open={action !== undefined} onClose={onClose} title={shown?.title ?? ''} description={shown?.description}>
      <DialogForm
        {...form}
        className="grid gap-4"
        onCancel={onClose}
        submit={{ variant: shown?.isDestructive ? 'danger' : 'primary', busy, children: shown?.confirmLabel }}
      >
        {shown?.amount && (
          <Field label={shown.amount.label} help={shown.amount.help}>
            {(control) => (
              <Input
                {...control}
                type="number"
                inputMode="numeric"
                min="0"
                step="1"
                {...input('amount')}
                className="tabular-nums"
              />
            )}
          </Field>
        )}
        {shown?.choice && (
          <Field
            label={shown.choice.label}
            help={shown.choice.options.find(({ value }) => value === input('choice').value)?.help}
          >
            {(control) => (
              <Select
                {...control}
                value={input('choice').value}
                onChange={(event) => change({ choice: event.target.value })}
              >
                {shown.choice?.options.map(({ value, name }) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Field label="Reason" help={shown?.reasonHelp ?? 'Recorded in the audit log.'} error={errors.reason}>
          {(control) => <Textarea {...control} {...input('reason')} maxLength={500} />}
        </Field>
      </DialogForm>
    </Dialog>
  );
}
