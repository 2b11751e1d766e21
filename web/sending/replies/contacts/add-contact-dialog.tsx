import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { type Contact, newContact } from '../../../../contract/sending/contacts.ts';
import { ApiError } from '../../../api/error.ts';
import { errorText } from '../../../api/error-text.ts';
import { failureOf } from '../../../api/failure.ts';
import { Dialog, DialogIcon } from '../../../ui/dialog/dialog.tsx';
import { DialogForm } from '../../../ui/dialog/dialog-form.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { CopyButton } from '../../../ui/form/copy-button.tsx';
import { EmailInput } from '../../../ui/form/email-input.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { Strong } from '../../../ui/strong.tsx';
import { useAddContact } from './contacts-query.ts';

interface AddContactDialogProps {
  open: boolean;
  handleId: number;
  inbox: string | undefined;
  onClose: () => void;
}

/** Creates the reply address of somebody who has not written yet. */
export function AddContactDialog({ open, handleId, inbox, onClose }: AddContactDialogProps) {
  const [added, setAdded] = useState<Contact | null>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      icon={<DialogIcon tone={added ? 'success' : 'brand'} icon={UserPlus} />}
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
  const add = useAddContact(handleId, onAdded);
  const { errors, form, input } = useForm(
    { address: '', name: '' },
    {
      busy: add.isPending,
      onChange: () => add.isError && add.reset(),
      onSubmit({ address, name }) {
        const issue = newContact.safeParse({ address, name }).error?.issues[0];
        if (issue) return { [issue.path[0] === 'name' ? 'name' : 'address']: issue.message };
        add.mutate({ address: address.trim(), name: name.trim() });
      },
    },
  );
  return (
    <DialogForm
      {...form}
      className="grid grid-cols-1 gap-4"
      onCancel={onCancel}
      submit={{ busy: add.isPending, children: 'Add contact' }}
    >
      <Field label="Email address" error={errors.address ?? failureOf(add, failureText)}>
        {(control) => <EmailInput {...control} {...input('address')} autoFocus autoComplete="off" maxLength={320} />}
      </Field>
      <Field label="Name (optional)" error={errors.name}>
        {(control) => <Input {...control} {...input('name')} autoComplete="off" maxLength={120} placeholder="Alice" />}
      </Field>
    </DialogForm>
  );
}

function failureText(error: unknown): string {
  const atField = error instanceof ApiError && error.fieldErrors.find(({ path }) => path === 'address')?.message;
  return atField || errorText(error, 'The contact could not be added. Please try again.');
}
