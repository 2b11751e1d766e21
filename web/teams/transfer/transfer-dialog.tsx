import { ArrowRightLeft } from 'lucide-react';
import { useId, useRef } from 'react';
import { newTransfer } from '../../../contract/teams/transfers.ts';
import { failureOf } from '../../api/failure.ts';
import { Dialog, DialogActions, DialogIcon } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Strong } from '../../ui/strong.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { AddressForm } from '../address-form.tsx';
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
  const button = useRef<HTMLButtonElement>(null);
  const offer = useOfferHandle(handleId, (offeredTo) => {
    toast({ title: 'Offer sent', description: `${offeredTo} has two weeks to accept it.` });
    onClose();
  });
  const failure = failureOf(offer, 'The offer could not be sent. Please try again.');

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
      <div className="grid gap-4">
        <ul className="grid list-disc gap-1.5 pl-5 text-sm text-soft">
          <li>The page, its links, the members and the paid year go to the new owner.</li>
          <li>Your inbox is removed, and app passwords stop working.</li>
          <li>Your delivery log and your contacts are deleted, so that they do not see who wrote to you.</li>
        </ul>
        <AddressForm
          id={formId}
          label="Email address of the new owner"
          placeholder="new.owner@example.com"
          parse={(email) => newTransfer.safeParse({ email })}
          busy={offer.isPending}
          failure={failure}
          button={button}
          onSubmit={(request) => offer.mutate(request.email)}
          onChange={() => offer.isError && offer.reset()}
        />
      </div>
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
