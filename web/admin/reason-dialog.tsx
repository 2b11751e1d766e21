import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Textarea } from '../ui/textarea.tsx';

/** Something that an administrator does to one thing, and has to say why. */
export interface Deed {
  title: string;
  words: ReactNode;
  doLabel: string;
  isGrave: boolean;
  /** The call that does it, with the reason as its body. */
  path: string;
  doneWords: string;
}

interface ReasonDialogProps {
  deed: Deed | undefined;
  busy: boolean;
  onClose: () => void;
  onDo: (deed: Deed, reason: string) => void;
}

/** Asks why, before an act that goes into the log. */
export function ReasonDialog({ deed, busy, onClose, onDo }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  // What was asked last stays while the dialog goes.
  const [shown, setShown] = useState(deed);
  useEffect(() => {
    if (!deed) return;
    setShown(deed);
    setReason('');
    setMissing(false);
  }, [deed]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!deed || busy) return;
    if (reason.trim() === '') setMissing(true);
    else onDo(deed, reason.trim());
  }

  return (
    <Dialog open={deed !== undefined} onClose={onClose} title={shown?.title ?? ''} description={shown?.words}>
      <form noValidate onSubmit={submit}>
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
