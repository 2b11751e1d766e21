import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import type { Call } from '../../contract/call.ts';
import { Dialog, DialogActions } from '../ui/dialog/dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { Input } from '../ui/form/input.tsx';
import { Textarea } from '../ui/form/textarea.tsx';

/** An action of an administrator that needs a reason. */
export interface AdminAction {
  title: string;
  description: ReactNode;
  confirmLabel: string;
  isDestructive: boolean;
  /** Path of the request; its body is the reason. */
  call: Call;
  /** The parameters in its path. */
  at: Record<string, string | number>;
  /** POST by default. */
  /** Who reads the reason, if not only the audit log. */
  reasonHelp?: string;
  successMessage: string;
  /** An additional number, sent under `name`; null if the field is empty. */
  amount?: { name: string; label: string; help: string; value: number | undefined };
}

interface ReasonDialogProps {
  action: AdminAction | undefined;
  busy: boolean;
  onClose: () => void;
  onConfirm: (action: AdminAction, body: { reason: string; [amount: string]: string | number | null }) => void;
}

/** Asks for the reason of an action; the audit log records it. */
export function ReasonDialog({ action, busy, onClose, onConfirm }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [amount, setAmount] = useState('');
  // Keeps the text during the exit animation.
  const [shown, setShown] = useState(action);
  useEffect(() => {
    if (!action) return;
    setShown(action);
    setReason('');
    setMissing(false);
    setAmount(action.amount?.value === undefined ? '' : String(action.amount.value));
  }, [action]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!action || busy) return;
    if (reason.trim() === '') setMissing(true);
    else {
      const number = action.amount && { [action.amount.name]: amount.trim() === '' ? null : Number(amount) };
      onConfirm(action, { reason: reason.trim(), ...number });
    }
  }

  return (
    <Dialog open={action !== undefined} onClose={onClose} title={shown?.title ?? ''} description={shown?.description}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        {shown?.amount && (
          <Field label={shown.amount.label} help={shown.amount.help}>
            {(control) => (
              <Input
                {...control}
                type="number"
                inputMode="numeric"
                min="0"
                step="1"
                value={amount}
                onChange={(event) => setAmount(event.target.value)}
                readOnly={busy}
                className="tabular-nums"
              />
            )}
          </Field>
        )}
        <Field
          label="Reason"
          help={shown?.reasonHelp ?? 'Recorded in the audit log.'}
          error={missing && reason.trim() === '' ? 'Please say why.' : undefined}
        >
          {(control) => (
            <Textarea
              {...control}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              maxLength={500}
              readOnly={busy}
            />
          )}
        </Field>
        <DialogActions>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant={shown?.isDestructive ? 'danger' : 'primary'} busy={busy}>
            {shown?.confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
