import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Dialog, DialogActions } from '../ui/dialog/dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { Input } from '../ui/form/input.tsx';
import { Textarea } from '../ui/form/textarea.tsx';

/** Something that an administrator does to one thing, and has to say why. */
export interface AdminAction {
  title: string;
  words: ReactNode;
  doLabel: string;
  isGrave: boolean;
  /** The call that does it, with the reason as its body. */
  path: string;
  doneWords: string;
  /** A number that the act needs besides; sent under `name`, null where the field is empty. */
  amount?: { name: string; label: string; help: string; value: number | undefined };
}

interface ReasonDialogProps {
  deed: AdminAction | undefined;
  busy: boolean;
  onClose: () => void;
  onDo: (deed: AdminAction, body: { reason: string; [amount: string]: string | number | null }) => void;
}

/** Asks why, before an act that goes into the log. */
export function ReasonDialog({ deed, busy, onClose, onDo }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [amount, setAmount] = useState('');
  // What was asked last stays while the dialog goes.
  const [shown, setShown] = useState(deed);
  useEffect(() => {
    if (!deed) return;
    setShown(deed);
    setReason('');
    setMissing(false);
    setAmount(deed.amount?.value === undefined ? '' : String(deed.amount.value));
  }, [deed]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!deed || busy) return;
    if (reason.trim() === '') setMissing(true);
    else {
      const number = deed.amount && { [deed.amount.name]: amount.trim() === '' ? null : Number(amount) };
      onDo(deed, { reason: reason.trim(), ...number });
    }
  }

  return (
    <Dialog open={deed !== undefined} onClose={onClose} title={shown?.title ?? ''} description={shown?.words}>
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
          help="Goes into the audit log."
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
          <Button type="submit" variant={shown?.isGrave ? 'danger' : 'primary'} busy={busy}>
            {shown?.doLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
