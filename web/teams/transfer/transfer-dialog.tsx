import { ArrowRightLeft } from 'lucide-react';
import { newTransfer } from '../../../contract/teams/transfers.ts';
import { failureOf } from '../../api/failure.ts';
import { Dialog, DialogIcon } from '../../ui/dialog/dialog.tsx';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { EmailInput } from '../../ui/form/email-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Strong } from '../../ui/strong.tsx';
import { toast } from '../../ui/toast/toast-store.ts';

import { useOfferHandle } from './transfer-query.ts';

interface TransferDialogProps {
  open: boolean;
  handleId: number;
  handle: string;
  onClose: () => void;
}

/** Explains what handing over a handle means, and offers it to another account. */
export function TransferDialog({ open, handleId, handle, onClose }: TransferDialogProps) {
  const offer = useOfferHandle(handleId, (offeredTo) => {
    toast({ title: 'Offer sent', description: `${offeredTo} has two weeks to accept it.` });
    onClose();
  });
  const { errors, form, input } = useForm(
    { email: '' },
    {
      busy: offer.isPending,
      focusesButton: true,
      onChange: () => offer.isError && offer.reset(),
      onSubmit({ email }) {
        const parsed = newTransfer.safeParse({ email });
        if (!parsed.success) return { email: parsed.error.issues[0]?.message };
        offer.mutate(parsed.data.email);
      },
    },
  );

  return (
    <Dialog
      open={open}
      onClose={onClose}
      icon={<DialogIcon tone="danger" icon={ArrowRightLeft} />}
      title={`Hand over ${handle}`}
      description={
        <p>
          Once they accept, <Strong>{handle}</Strong> is theirs, and you cannot take it back.
        </p>
      }
    >
      <DialogForm
        {...form}
        onCancel={onClose}
        cancelLabel="Keep it"
        submit={{ variant: 'danger', busy: offer.isPending, children: 'Offer the handle' }}
      >
        <div className="grid gap-4">
          <ul className="grid list-disc gap-1.5 pl-5 text-sm text-soft">
            <li>The page, its links, the members and the paid year go to the new owner.</li>
            <li>Your inbox is removed, and app passwords stop working.</li>
            <li>Your delivery log and your contacts are deleted, so the new owner does not see who wrote to you.</li>
          </ul>
          <Field
            label="Email address of the new owner"
            error={errors.email ?? failureOf(offer, 'The offer could not be sent. Please try again.')}
          >
            {(control) => <EmailInput {...control} {...input('email')} autoFocus autoComplete="off" />}
          </Field>
        </div>
      </DialogForm>
    </Dialog>
  );
}
