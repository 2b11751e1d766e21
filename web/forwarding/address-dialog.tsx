import { Wand } from 'lucide-react';
import { useForm } from 'react-hook-form';
import type { Forwarding } from '../../contract/forwarding.ts';
import type { Handle } from '../../contract/handles.ts';
import { useSite } from '../api/site.ts';
import { Dialog, DialogActions, DialogIcon } from '../ui/dialog/dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import { EmailInput } from '../ui/form/email-input.tsx';
import { Field } from '../ui/form/field.tsx';

interface AddressDialogProps {
  open: boolean;
  handle: Handle;
  /** What is stored now; missing for the first address. */
  record: Forwarding | undefined;
  /** What was typed before a failure. */
  typed: string;
  busy: boolean;
  onClose: () => void;
  onSave: (email: string) => void;
}

/** Asks for the real inbox of a handle; the server mails it a link before anything is forwarded there. */
export function AddressDialog({ open, handle, record, typed, busy, onClose, onSave }: AddressDialogProps) {
  const { mailDomain } = useSite();
  const { register, handleSubmit, watch } = useForm({ defaultValues: { email: typed } });
  const empty = watch('email').trim() === '';

  return (
    <Dialog
      open={open}
      onClose={onClose}
      icon={
        <DialogIcon tone="brand">
          <Wand aria-hidden />
        </DialogIcon>
      }
      title={record ? 'Change Email Magic' : 'Add Email Magic'}
      description={
        <p>
          Mail to{' '}
          <strong className="font-semibold wrap-anywhere text-text">
            {handle.handle}@{mailDomain}
          </strong>{' '}
          {wordsFor(record)}
        </p>
      }
    >
      <form noValidate onSubmit={handleSubmit(({ email }) => !busy && onSave(email.trim()))}>
        <Field label="Your real email" help="We send a verification link there first.">
          {(control) => <EmailInput {...control} {...register('email', { required: true })} readOnly={busy} />}
        </Field>
        <DialogActions>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="brand" disabled={empty || busy} busy={busy}>
            Send Verification
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** What becomes of mail until the new address is verified. */
function wordsFor(record: Forwarding | undefined): string {
  if (!record) return 'will land in this inbox.';
  const { deliveringTo } = record;
  return deliveringTo
    ? `goes on to ${deliveringTo} until the new address is verified.`
    : 'will land in this inbox once it is verified.';
}
