import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { EMAIL_UNDO_DAYS } from '../../../contract/accounts/email-change.ts';
import { failureOf } from '../../api/failure.ts';
import { DialogActions } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { EmailInput } from '../../ui/form/email-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Strong } from '../../ui/strong.tsx';
import { MagicLinkDialog } from '../shared/magic-link-dialog.tsx';
import { useRequestChange } from './address-query.ts';

interface ChangeAddressDialogProps {
  open: boolean;
  email: string;
  onClose: () => void;
}

/** Asks for the new sign-in address and mails the links that confirm it. */
export function ChangeAddressDialog({ open, email, onClose }: ChangeAddressDialogProps) {
  const [wanted, setWanted] = useState('');
  const form = useForm({ defaultValues: { email: '' } });
  const change = useRequestChange();
  const close = () => {
    onClose();
    change.reset();
    form.reset();
  };
  const submit = ({ email: typed }: { email: string }) => {
    setWanted(typed.trim());
    change.mutate(typed.trim());
  };
  const problem =
    form.formState.errors.email?.message ?? failureOf(change, 'The mail could not be sent. Please try again.');

  return (
    <MagicLinkDialog
      open={open}
      onClose={close}
      title="Change your sign-in address"
      description={
        <>
          Now it is <Strong>{email}</Strong>. We mail a link to both addresses, and it changes once you have confirmed
          both.
        </>
      }
      sent={change.data && sentMessage(change.data.pending?.byPasskey ?? false, email, wanted)}
      errorMessage={undefined}
      onRetry={() => change.reset()}
    >
      <form noValidate onSubmit={form.handleSubmit(submit)}>
        <Field label="New email" error={problem}>
          {(control) => (
            <EmailInput
              {...control}
              {...form.register('email', {
                validate: (typed) => typed.includes('@') || 'Please enter a valid email address',
                onChange: () => change.reset(),
              })}
              readOnly={change.isPending}
            />
          )}
        </Field>
        <ul className="mt-4 grid list-disc gap-1.5 pl-5 text-sm text-soft">
          <li>Everyone who is signed in is then signed out. Your passkeys, handles and inboxes stay.</li>
          <li>For {EMAIL_UNDO_DAYS} days the old address can undo it, and no handle can be handed over.</li>
          <li>Invitations and offers that wait for the old address stay with it: accept them first.</li>
        </ul>
        <DialogActions>
          <Button variant="ghost" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="brand" busy={change.isPending}>
            Send the links
          </Button>
        </DialogActions>
      </form>
    </MagicLinkDialog>
  );
}

function sentMessage(byPasskey: boolean, from: string, to: string) {
  return {
    title: byPasskey ? 'Check your new inbox' : 'Check both inboxes',
    closeLabel: 'Got it',
    message: (
      <>
        <p>
          {byPasskey ? (
            <>
              You confirmed with a passkey, so only <Strong>{to}</Strong> has to confirm. We told{' '}
              <Strong>{from}</Strong>.
            </>
          ) : (
            <>
              We sent a link to <Strong>{from}</Strong> and to <Strong>{to}</Strong>. Open both.
            </>
          )}
        </p>
        <p className="text-sm">The links work once, within 24 hours. Until then nothing changes.</p>
      </>
    ),
  };
}
