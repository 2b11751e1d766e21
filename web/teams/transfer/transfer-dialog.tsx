import { ArrowRightLeft } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { newTransfer } from '../../../contract/teams/teams.ts';
import { errorText } from '../../api/error-text.ts';
import { isSessionExpired } from '../../api/use-action.ts';
import { Dialog, DialogActions, DialogIcon } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { EmailInput } from '../../ui/form/email-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Strong } from '../../ui/strong.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { useOfferHandle } from './transfer-query.ts';

interface TransferDialogProps {
  open: boolean;
  handleId: number;
  handle: string;
  onClose: () => void;
}

/** Offers the handle to another account, after it has said what that means. */
export function TransferDialog({ open, handleId, handle, onClose }: TransferDialogProps) {
  const formId = useId();
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const offer = useOfferHandle(handleId, (offeredTo) => {
    toast({ title: 'Offer sent', description: `${offeredTo} has two weeks to accept it.` });
    onClose();
  });
  const failure =
    offer.isError && !isSessionExpired(offer.error)
      ? errorText(offer.error, 'The offer could not be sent. Please try again.')
      : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (offer.isPending) return;
    const parsed = newTransfer.safeParse({ email });
    setProblem(parsed.error?.issues[0]?.message);
    if (!parsed.success) return field.current?.focus();
    button.current?.focus();
    offer.mutate(parsed.data.email);
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      icon={
        <DialogIcon tone="danger">
          <ArrowRightLeft aria-hidden />
        </DialogIcon>
      }
      title={`Hand over ${handle}`}
      description={
        <p>
          Once they accept, <Strong>{handle}</Strong> is theirs, and you cannot take it back.
        </p>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <ul className="grid list-disc gap-1.5 pl-5 text-sm text-soft">
          <li>The page, its links, the members and the paid year go to the new owner.</li>
          <li>Your inbox is removed, and app passwords stop working.</li>
          <li>Your delivery log and your contacts are deleted, so that they do not see who wrote to you.</li>
        </ul>
        <Field label="Email address of the new owner" error={problem ?? failure}>
          {(control) => (
            <EmailInput
              {...control}
              ref={field}
              autoFocus
              autoComplete="off"
              placeholder="new.owner@example.com"
              value={email}
              readOnly={offer.isPending}
              onChange={(event) => {
                setEmail(event.target.value);
                setProblem(undefined);
                if (offer.isError) offer.reset();
              }}
            />
          )}
        </Field>
      </form>
      <DialogActions>
        <Button variant="ghost" onClick={onClose}>
          Keep it
        </Button>
        <Button ref={button} variant="danger" type="submit" form={formId} busy={offer.isPending}>
          Offer the handle
        </Button>
      </DialogActions>
    </Dialog>
  );
}
