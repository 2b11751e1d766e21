import { useState } from 'react';
import { EMAIL_UNDO_DAYS } from '../../../contract/accounts/email-change.ts';
import { failureOf } from '../../api/failure.ts';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { EmailInput } from '../../ui/form/email-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
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
  const change = useRequestChange();
  const { errors, reset, form, input } = useForm(
    { email: '' },
    {
      busy: change.isPending,
      onChange: () => change.reset(),
      onSubmit({ email: typed }) {
        if (!typed.includes('@')) return { email: 'Please enter a valid email address' };
        setWanted(typed.trim());
        change.mutate(typed.trim());
      },
    },
  );
  const close = () => {
    onClose();
    change.reset();
    reset();
  };
  return (
    <MagicLinkDialog
      open={open}
      onClose={close}
      title="Change your sign-in address"
      description={
        <>
          It is currently <Strong>{email}</Strong>. We email a link to both addresses, and your sign-in address changes
          once you have confirmed both.
        </>
      }
      sent={change.data && sentMessage(change.data.pending?.byPasskey ?? false, email, wanted)}
      errorMessage={undefined}
      onRetry={() => change.reset()}
    >
      <DialogForm
        {...form}
        onCancel={close}
        submit={{ variant: 'brand', busy: change.isPending, children: 'Send the links' }}
      >
        <Field
          label="New email"
          error={errors.email ?? failureOf(change, 'The mail could not be sent. Please try again.')}
        >
          {(control) => <EmailInput {...control} {...input('email')} />}
        </Field>
        <ul className="mt-4 grid list-disc gap-1.5 pl-5 text-sm text-soft">
          <li>All devices are then signed out. Your passkeys, handles and inboxes stay.</li>
          <li>For {EMAIL_UNDO_DAYS} days the old address can undo the change, and no handle can be handed over.</li>
          <li>Invitations and offers sent to the old address stay with it, so accept them first.</li>
        </ul>
      </DialogForm>
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
              You confirmed with a passkey, so only <Strong>{to}</Strong> needs to confirm. We told{' '}
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
