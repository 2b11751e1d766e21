import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Contact, newContact } from '../../../../contract/sending/contacts.ts';
import { ApiError } from '../../../api/error.ts';
import { errorText } from '../../../api/error-text.ts';
import { isSessionExpired } from '../../../api/use-action.ts';
import { Dialog, DialogActions, DialogIcon } from '../../../ui/dialog/dialog.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { CopyButton } from '../../../ui/form/copy-button.tsx';
import { EmailInput } from '../../../ui/form/email-input.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { Strong } from '../../../ui/strong.tsx';
import { useAddContact } from './contacts-query.ts';

interface AddContactDialogProps {
  open: boolean;
  handleId: number;
  inbox: string | undefined;
  onClose: () => void;
}

/** Creates the address to write to somebody who has not written yet. */
export function AddContactDialog({ open, handleId, inbox, onClose }: AddContactDialogProps) {
  const [added, setAdded] = useState<Contact | null>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      icon={
        <DialogIcon tone={added ? 'success' : 'brand'}>
          <UserPlus aria-hidden />
        </DialogIcon>
      }
      title={added ? 'Write to this address' : 'Add a contact'}
      description={
        added ? (
          <p role="status">
            Mail from {inbox ? <Strong>{inbox}</Strong> : 'your inbox'} to it reaches{' '}
            <Strong>{added.name || added.address}</Strong> and comes from your handle.
          </p>
        ) : (
          <p>You get a reply address for this person. Write to it from your inbox.</p>
        )
      }
    >
      {added ? (
        <div className="grid grid-cols-1 gap-4">
          {added.writeTo && (
            <div className="flex items-center rounded-control border border-border bg-muted/60 pl-3.5">
              <p className="min-w-0 flex-1 py-2.5 font-medium wrap-anywhere">
                {added.writeTo.split('@')[0]}
                <wbr />@{added.writeTo.split('@')[1]}
              </p>
              <CopyButton text={added.writeTo} label={`Copy ${added.writeTo}`} />
            </div>
          )}
          <Button autoFocus onClick={onClose}>
            Done
          </Button>
        </div>
      ) : (
        <ContactForm handleId={handleId} onAdded={setAdded} onCancel={onClose} />
      )}
    </Dialog>
  );
}

interface ContactFormProps {
  handleId: number;
  onAdded: (contact: Contact) => void;
  onCancel: () => void;
}

function ContactForm({ handleId, onAdded, onCancel }: ContactFormProps) {
  const { register, handleSubmit, setError, clearErrors, formState } = useForm({
    defaultValues: { address: '', name: '' },
  });
  const add = useAddContact(handleId, onAdded);

  function submit(values: { address: string; name: string }) {
    if (add.isPending) return;
    const parsed = newContact.safeParse(values);
    const issue = parsed.error?.issues[0];
    if (issue) {
      const field = issue.path[0] === 'name' ? 'name' : 'address';
      return setError(field, { message: issue.message }, { shouldFocus: true });
    }
    add.mutate({ address: values.address.trim(), name: values.name.trim() });
  }

  const failure =
    add.error && !isSessionExpired(add.error)
      ? ((add.error instanceof ApiError && add.error.fieldErrors.find(({ path }) => path === 'address')?.message) ??
        errorText(add.error, 'The contact could not be added. Please try again.'))
      : undefined;
  const edited = {
    onChange: () => {
      clearErrors();
      if (add.isError) add.reset();
    },
  };
  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="grid grid-cols-1 gap-4">
      <Field label="Email address" error={formState.errors.address?.message ?? (failure || undefined)}>
        {(control) => (
          <EmailInput
            {...control}
            {...register('address', edited)}
            autoFocus
            autoComplete="off"
            readOnly={add.isPending}
            maxLength={320}
          />
        )}
      </Field>
      <Field label="Name (optional)" error={formState.errors.name?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('name', edited)}
            autoComplete="off"
            readOnly={add.isPending}
            maxLength={120}
            placeholder="Alice"
          />
        )}
      </Field>
      <DialogActions>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={add.isPending}>
          Add contact
        </Button>
      </DialogActions>
    </form>
  );
}
